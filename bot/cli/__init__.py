"""The command line `turretur`: one module for each group of commands."""
