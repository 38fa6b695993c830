"""The loop around one run: pieces, progress, early stopping, interruption, history."""
