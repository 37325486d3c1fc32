"""What lets anybody recompute what is claimed: a match's proof, and the program that examines it.

`scripts` hands out the program, which runs in the reader's own browser (`browser/`), also from a
file. Who may see what is decided before (`engine.embargo`); pages are made elsewhere.
"""
