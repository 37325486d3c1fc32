"""Benchmarks of pictures, files and pages."""
