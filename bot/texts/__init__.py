"""Everything the bot says: catalogues, formats of facts, messages and notices as plain values."""
