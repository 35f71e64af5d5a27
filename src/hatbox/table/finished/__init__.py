"""Finished games: replay, verification, review."""
