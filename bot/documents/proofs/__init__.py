"""Proofs of a match for everybody to recompute, and the program that checks them.

`scripts` returns the program, which runs in the reader's own browser (`browser/`), even from a
file. `engine.embargo` decides who may see what; other modules make the pages.
"""
