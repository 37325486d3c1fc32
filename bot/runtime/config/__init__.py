"""The configuration: its keys, their checks, and the code that reads them."""
