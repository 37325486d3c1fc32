"""Calendar files (RFC 5545): a person's coming days, and the days of a competition.

`days` finds the days and is pure; `writing` makes the file with the library icalendar.
"""
