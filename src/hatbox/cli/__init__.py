"""The command line: `hatbox` and the game in a terminal."""
