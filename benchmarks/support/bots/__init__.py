"""Programs that benchmarks start: bots with a part left out, and proxies."""
