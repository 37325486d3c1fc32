"""Use cases of time: games that do not go on."""
