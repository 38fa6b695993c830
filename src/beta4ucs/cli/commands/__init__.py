"""The commands, one file each: what can be typed, and what is done then."""
