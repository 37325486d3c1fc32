"""What is drawn or written of games and lists, before anybody sends it: views, records, tables."""
