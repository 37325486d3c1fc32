"""What `test_kept_spreadsheets` and other tests share."""

ANA, ION, DAN, EMA = "Ana Pop", "Ion Rus", "Dan Ene", "Ștefan Ilie"


Rows = tuple[tuple[str | int | None, ...], ...]
