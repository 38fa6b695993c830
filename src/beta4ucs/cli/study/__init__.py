"""The commands under `study`, one file each."""
