"""The board as a picture, drawn from a view."""
