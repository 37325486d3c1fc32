"""The names under which questions of the rating side wait for their answers.

The routes name them without loading who asks.
"""

from typing import Final

FILES: Final = "rating"
"""Games and players, as files or typed."""
DAY: Final = "rating_day"
VALUE: Final = "cnis_value"
SCALE: Final = "cnis_scale"
SCALE_WHY: Final = "cnis_why"
RATING_WHY: Final = "rating_why"
CHART: Final = "rating_chart"
