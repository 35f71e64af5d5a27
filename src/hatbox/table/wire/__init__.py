"""What goes over the wire: messages, refusals, rate limits."""
