"""The command line `turretur`: one module a group of commands."""
