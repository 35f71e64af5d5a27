"""The connections of visitors: sockets, queues, presence, other processes."""
