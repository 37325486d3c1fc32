"""What `test_listing` and other tests share."""

NAMES = (
    "Ana-Maria Ștefănescu-Țurcanu",
    "Ion Rus",
    "Dan Luca",
    "Șerban Țuțu",
    "Ecaterina Mihăilescu",
    "Gh. Pop",
)
