"""Heights and widths of the parts of the table of moves, by type size.

All are in pixels.
"""


def main_height(size: int) -> int:
    """Return the height of a row's first line."""
    return round(size * 1.24)


def small_size(size: int) -> int:
    """Return the size of the type under the main word."""
    return max(6, round(size * 0.7))


def small_height(size: int) -> int:
    """Return the height of each line under the first."""
    return round(size * 0.88)


def padding(size: int) -> int:
    """Return the free height above and below the lines of a band, in total."""
    return round(size * 0.44)


def spine_width(size: int) -> int:
    """Return the width of the column of round numbers."""
    return round(size * 1.9) + 6


def heading_height(size: int) -> int:
    """Return the height of the headings: the players' names and the captions."""
    return name_height(size) + caption_height(size)


def name_height(size: int) -> int:
    """Return the height of the strip with the players' names."""
    return round(size * 1.5) + 4


def caption_height(size: int) -> int:
    """Return the height of the strip with the columns' captions."""
    return round(size * 0.66) + 10
