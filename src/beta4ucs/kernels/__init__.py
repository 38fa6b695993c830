"""What every compiled file stands on: compilation, random numbers, arithmetic."""
