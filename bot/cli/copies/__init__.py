"""Commands that make, move and restore whole databases."""
