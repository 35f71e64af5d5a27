"""What looks at a table after every change: presence, clocks, bots, standing answers."""
