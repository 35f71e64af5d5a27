"""Many games at once: simulation and reports."""
