"""``python -m beta4ucs`` is the command line."""

from beta4ucs.cli import main

if __name__ == "__main__":
    main()
