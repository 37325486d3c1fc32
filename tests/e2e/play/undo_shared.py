"""What `test_undo` and other tests share."""

SECONDS = 20


UNDO = {"play_undo_seconds": str(SECONDS)}
