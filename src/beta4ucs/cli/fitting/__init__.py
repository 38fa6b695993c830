"""The work of `fit`: split, learn, test, show, write."""
