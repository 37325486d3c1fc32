"""The checks of a table's rows, the same for every reader.

person_texts    a person's name without numbering, telephone and club; damaged letters
notes           rows that are no data: totals, signatures, notes
doubtful_days   days in the future, or far from all others
totals          the column of totals of a crosstable
body            applies the checks to the rows under a header
"""
