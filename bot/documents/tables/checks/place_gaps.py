"""Places of one game that leave a gap, or are shared without leaving one."""

from collections.abc import Mapping
from typing import TypeVar

from bot.documents.tables.faults import FileFaults
from engine.cnis.classification import place_faults

_P = TypeVar("_P", bound=str)


def check_places(faults: FileFaults, places: Mapping[_P, int], lines: Mapping[_P, int]) -> None:
    """Record an error for the first place that does not follow the one before it.

    `places` and `lines` are those of each player. Players who share a place have the same number,
    and the places that follow are skipped accordingly.
    """
    by_name = {str(player): place for player, place in places.items()}
    for fault in place_faults(by_name)[:1]:
        place, wanted = int(str(fault.facts["place"])), int(str(fault.facts["expected"]))
        line = min(lines[player] for player, shared in places.items() if shared == place)
        faults.add("place", line, "place", wanted=wanted, found=place, better=wanted - 1)
