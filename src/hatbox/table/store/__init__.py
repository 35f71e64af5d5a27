"""Storage of tables, guests and records."""
