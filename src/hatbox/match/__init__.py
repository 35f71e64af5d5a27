"""One game being played, and its record: moves, undo, fingerprint, replay, verification."""
