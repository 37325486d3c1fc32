"""Letter sequences: drawn, checked and counted (art. 1.3)."""
