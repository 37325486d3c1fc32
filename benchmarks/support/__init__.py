"""Code that several benchmarks share: simulated people, stored seasons, programs and figures."""
