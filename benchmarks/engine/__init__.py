"""Benchmarks of the rules, the word list, the generator and the rating systems."""
