"""HTTP handlers, their addresses, and the browser app's files."""
