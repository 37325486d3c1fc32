"""How boxes on a picture lie to each other."""

from bot.documents.render.layout import Box


def overlap(one: Box, other: Box) -> bool:
    """Return whether the two share a pixel."""
    return (
        one.x < other.right
        and other.x < one.right
        and one.y < other.bottom
        and other.y < one.bottom
    )


def holds(outer: Box, inner: Box) -> bool:
    """Return whether the inner box lies wholly in the outer."""
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )
