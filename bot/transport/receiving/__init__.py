"""The way in: updates are fetched or taken, stored, and worked off one transaction each."""
