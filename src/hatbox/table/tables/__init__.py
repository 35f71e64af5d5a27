"""One table and all tables: journal, state, owner, views."""
