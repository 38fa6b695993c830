"""The commands, one file each: what can be typed, and what is done then.

All of them are imported for ``--help``. So what takes long to import stands inside functions; and
annotations are no strings, which would have to be evaluated to find the options.
"""
