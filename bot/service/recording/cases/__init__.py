"""Writing of cases."""
