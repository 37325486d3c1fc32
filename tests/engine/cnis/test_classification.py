"""Classification points of a game: ranks, ties, and refusals."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cnis.classification import award, place_faults, renumbered
from engine.cnis.scale import scale_for
from engine.errors import RuleViolation


def earned(places: dict[str, int], value: int = 0) -> dict[str, str]:
    """Return what each player earns, as text."""
    return {each.player: f"{each.points}" for each in award(places, scale_for(len(places), value))}


class TestTies:
    """Players on one rank share the points of the ranks that they cover."""

    def test_nobody_shares(self) -> None:
        """Without ties every player gets the value of their rank."""
        places = {f"P{place:02}": place for place in range(1, 15)}

        assert [*earned(places).values()][:4] == ["606", "438", "370", "317"]

    def test_two_share(self) -> None:
        """Two players on rank 2 get half of the values of ranks 2 and 3 each."""
        places = {"A": 1, "B": 2, "C": 2, "D": 4}

        # scale 14 (N = 4, V = 10): 606, (438 + 370) / 2, 317
        assert earned(places, 10) == {"A": "606", "B": "404.00", "C": "404.00", "D": "317"}

    def test_three_share_and_nothing_is_rounded_up(self) -> None:
        """Shared points are truncated to two decimals."""
        places = {"A": 1, "B": 1, "C": 1, "D": 4}

        # (606 + 438 + 370) / 3 = 471.333…; with places 2 to 4: 375; 438 + 370 + 317 = 1125
        assert earned(places, 10)["A"] == "471.33"
        assert earned(places, 8)["A"] == "450.66"  # (592 + 416 + 344) / 3 = 450.666…

    def test_the_sum_stands_beside_it(self) -> None:
        """Each award says which ranks' points were shared by how many."""
        found = award({"A": 1, "B": 1}, scale_for(2, 12))

        assert [each.expression for each in found] == ["(606 + 438) / 2"] * 2


class TestRefused:
    """Ranks that no game can end with."""

    def test_skipped_places(self) -> None:
        """After two players on rank 1 comes rank 3; every wrong group is named."""
        places = {"A": 1, "B": 1, "C": 2, "D": 5}
        faults = place_faults(places)

        assert [(f.facts["player"], f.facts["place"], f.facts["expected"]) for f in faults] == [
            ("C", 2, 3),
            ("D", 5, 4),
        ]
        with pytest.raises(RuleViolation) as refusal:
            award(places, scale_for(4, 0))
        assert refusal.value.faults == faults

    def test_more_players_than_the_scale_was_made_for(self) -> None:
        """More players than the scale has participants are refused."""
        with pytest.raises(RuleViolation, match="cnis_scale_size"):
            award({"A": 1, "B": 2}, scale_for(1, 0))


@given(st.lists(st.integers(1, 6), min_size=1, max_size=12), st.integers(-5, 5))
def test_ties_give_out_what_their_places_have(levels: list[int], value: int) -> None:
    """Shared points are at most those of the ranks, and lose under a hundredth a player."""
    places = renumbered({f"P{number}": level for number, level in enumerate(levels)})
    scale = scale_for(len(places), value)
    awards = award(places, scale)
    lost = sum(scale.points) - sum(each.points for each in awards)

    assert place_faults(places) == ()
    assert 0 <= lost < Decimal("0.01") * len(places)
    by_place = [each.points for each in awards]
    assert by_place == sorted(by_place, reverse=True)


@given(st.dictionaries(st.sampled_from("ABCDEFGH"), st.integers(1, 9), min_size=1))
def test_places_among_some(places: dict[str, int]) -> None:
    """A rank among some players is one more than the number of better ones."""
    expected = {
        player: 1 + sum(other < place for other in places.values())
        for player, place in places.items()
    }

    assert renumbered(places) == expected
