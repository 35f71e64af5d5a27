"""The engine: states as records, compiled rules, and the entries that Python calls."""
