"""Dates as calendars take them (RFC 5545): what a person has coming, and what a competition has.

`days` finds them, pure; `writing` makes a file of them, by the library icalendar.
"""
