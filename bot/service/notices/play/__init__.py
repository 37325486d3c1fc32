"""Messages about sheets and previews."""
