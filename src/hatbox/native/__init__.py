"""Makes the libraries of the games: rules compiled ahead, so that nobody needs a compiler to play."""
