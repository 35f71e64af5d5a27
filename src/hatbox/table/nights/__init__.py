"""Game nights: several people, tables and games; who meets whom, how it stands, and what is stored of it."""
