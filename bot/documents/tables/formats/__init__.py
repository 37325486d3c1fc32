"""Tables: file formats."""
