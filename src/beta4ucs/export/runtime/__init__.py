"""The fixed part of exported programs: files that are copied into them as they are."""
