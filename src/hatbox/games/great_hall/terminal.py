"""The board as characters, drawn from a view."""
