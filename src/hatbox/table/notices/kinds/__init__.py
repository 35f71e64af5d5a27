"""The ways in which a notice leaves the server, one module each."""
