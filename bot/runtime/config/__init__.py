"""The configuration: what may be set, how it is read, what a value may be."""
