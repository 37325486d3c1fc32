"""The running program: composition, leadership, schedule, web server and health."""
