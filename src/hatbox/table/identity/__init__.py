"""Guests, their secrets and names, and links to a table."""
