"""All that is said: catalogues, how facts are shown, messages and notices as plain values."""
