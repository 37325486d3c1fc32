"""Rating lists, the individual championship, and the jobs that calculate both."""
