"""What people may ask a table to do."""
