"""The connections of visitors: sockets, queues, other processes."""
