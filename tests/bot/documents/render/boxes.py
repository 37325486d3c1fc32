"""Geometry of boxes in a picture."""

from bot.documents.render.layout import Box


def overlap(one: Box, other: Box) -> bool:
    """Return whether both boxes share a pixel."""
    return (
        one.x < other.right
        and other.x < one.right
        and one.y < other.bottom
        and other.y < one.bottom
    )


def holds(outer: Box, inner: Box) -> bool:
    """Return whether the outer box contains the inner."""
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )
