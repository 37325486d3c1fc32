"""The checks of a table's rows, the same for every reader."""
