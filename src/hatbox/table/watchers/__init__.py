"""What runs after every change of a table: presence, clocks, bots, standing answers."""
