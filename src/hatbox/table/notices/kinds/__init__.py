"""The kinds of notices, one module each."""
