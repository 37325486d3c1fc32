"""Drawing: lists and charts."""
