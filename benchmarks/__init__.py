"""Drivers that measure our engine and its peers in one run."""
