"""Facts and standings of competitions."""
