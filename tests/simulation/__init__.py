"""A deterministic simulation of the table: one seed drives clock, network, disk, processes and visitors."""
