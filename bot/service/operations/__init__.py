"""The single operations of the service; the use cases above combine them."""
