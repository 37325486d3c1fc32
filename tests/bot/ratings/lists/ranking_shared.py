"""What `test_ranking` and other tests share."""

from datetime import date

DAY = date(2025, 3, 2)
