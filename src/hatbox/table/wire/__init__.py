"""What goes over the wire: messages, refusals, rates."""
