"""What players may ask a table to do; each module here registers its handlers when it is imported."""
