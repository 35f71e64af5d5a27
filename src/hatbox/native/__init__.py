"""Builds the game libraries: rules compiled ahead of time, so that nobody needs a compiler to play."""
