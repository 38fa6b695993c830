"""The work of `cv`, `compare` and `tune`: the same folds for all, results written as they come."""
