"""Campaigns: seeded searches for tracebacks, hangs, silent mistakes and lost files.

``PYTHONPATH=tests python -m campaigns --minutes 30`` runs all of them, `make campaign` does the
same. Each part is a module with two functions: ``cases(seed)`` yields cases without end or as many
as there are, and ``check(case)`` returns what is wrong with one, or None.
"""
