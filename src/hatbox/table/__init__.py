"""The web table: lobby, live tables, store, fan-out, protocol, seats and tokens."""
