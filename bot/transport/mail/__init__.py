"""Mails to people who play in a browser: the server, the letters and their carrier."""
