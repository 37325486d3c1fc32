"""What `test_pfs_check` and other tests share."""

FORM = """minutes = 20\nrounds = 5\ndays = [2025-06-14, 2025-06-15]\nannounced = 2025-05-20
closed = false\nclub = true\nclub_days = [2025-06-01]\n"""
