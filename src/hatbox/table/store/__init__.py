"""Where tables, guests and records are stored."""
