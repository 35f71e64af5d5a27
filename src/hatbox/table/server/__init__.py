"""The server as a whole: start, stop, HTTP, operation."""
