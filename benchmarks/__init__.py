"""Benchmarks: `make bench`. Each module `bench_*` has a `run()` and can be run alone."""
