"""Turn files into rows of text, within limits.

files     a file, and the limits on reading it
sheets    recognises the kind of a file and reads it with `text`, `tsh`, `xlsx`, `ods` or `xls`
foreign   the kind of a file that is no table
xml_parts parses the XML of spreadsheets
"""
