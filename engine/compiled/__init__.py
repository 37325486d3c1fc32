"""The compiled search for plays and for the end of a game: the same results, much faster.

It is WebAssembly, built from the C code in `source` by `python -m tools.compiled`. wasmtime runs it
and installs from a wheel, so the user needs no compiler. The search can access only its own memory.
`engine.plain` and `engine.analysis.endgame` are the reference, and run where wasmtime does not.
"""
