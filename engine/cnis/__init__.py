"""The national individual championship (CNIS) by its regulation of 2025.

All functions are pure and return values with their arithmetic. Articles in this package are those
of the CNIS regulation, not of the correspondence championship. Others read files and send texts.
"""
