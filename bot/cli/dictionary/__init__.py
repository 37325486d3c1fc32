"""Word lists from hunspell dictionaries, for `turretur lexicon build`."""
