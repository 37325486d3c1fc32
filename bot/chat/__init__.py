"""What people type and press: tables of routes, the way to a handler, and the handlers."""
