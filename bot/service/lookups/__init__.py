"""What functions find out from the readers; they record nothing."""
