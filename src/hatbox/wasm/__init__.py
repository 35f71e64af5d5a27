"""The rules as WebAssembly: the same source that the table runs, for browsers without a server."""
