"""The generated parts of a document, each between two marks: `<!-- NAME -->` and its end."""


def with_part(page: str, name: str, inner: str) -> str:
    """Return the page with the lines between `<!-- NAME -->` and `<!-- end of the NAME -->` new.

    Raises:
        ValueError: the page has no such part.
    """
    begin, end = f"<!-- {name} -->\n", f"\n<!-- end of the {name} -->"
    before, has_begin, rest = page.partition(begin)
    _, has_end, after = rest.partition(end)
    if not (has_begin and has_end):
        raise ValueError(f"no part {name!r} between its marks")
    return f"{before}{begin}{inner}{end}{after}"
