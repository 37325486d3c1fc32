"""Classification points of a game: places, ties, and what is refused."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cnis.classification import award, place_faults, renumbered
from engine.cnis.numbers import hundredths, in_favour
from engine.cnis.scale import scale_for
from engine.errors import RuleViolation


def earned(places: dict[str, int], value: int = 0) -> dict[str, str]:
    """Return what each player earns, as text."""
    return {each.player: f"{each.points}" for each in award(places, scale_for(len(places), value))}


class TestTies:
    """Players who share a place share what its places earn."""

    def test_nobody_shares(self) -> None:
        """Without ties everybody earns the value of their place."""
        places = {f"P{place:02}": place for place in range(1, 15)}

        assert [*earned(places).values()][:4] == ["606", "438", "370", "317"]

    def test_two_share(self) -> None:
        """Two on place 2 have half of the values of places 2 and 3 each, in hundredths."""
        places = {"A": 1, "B": 2, "C": 2, "D": 4}

        # scale 14 (N = 4, V = 10): 606, (438 + 370) / 2, 317
        assert earned(places, 10) == {"A": "606", "B": "404.00", "C": "404.00", "D": "317"}

    def test_three_share_and_nothing_is_rounded_up(self) -> None:
        """Shared points are cut after two decimals, not rounded."""
        places = {"A": 1, "B": 1, "C": 1, "D": 4}

        # (606 + 438 + 370) / 3 = 471.333…; with places 2 to 4: 375; 438 + 370 + 317 = 1125
        assert earned(places, 10)["A"] == "471.33"
        assert hundredths(Fraction(2, 3)) == Decimal("0.66")

    def test_the_sum_stands_beside_it(self) -> None:
        """Each award says which ranks' points were shared by how many."""
        found = award({"A": 1, "B": 1}, scale_for(2, 12))

        assert [each.expression for each in found] == ["(606 + 438) / 2"] * 2

    def test_rounding_in_favour(self) -> None:
        """In the player's favour means up, and a whole number stays."""
        assert [in_favour(Fraction(n, 10)) for n in (10, 11, 19)] == [1, 2, 2]


class TestRefused:
    """Places that no game can end with."""

    def test_skipped_places(self) -> None:
        """After two players on place 1 comes place 3; every wrong group is named."""
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
        """A scale for fewer participants than there are is not stretched again."""
        with pytest.raises(RuleViolation, match="cnis_scale_size"):
            award({"A": 1, "B": 2}, scale_for(1, 0))


@given(st.lists(st.integers(1, 6), min_size=1, max_size=12), st.integers(-5, 5))
def test_ties_give_out_what_their_places_have(levels: list[int], value: int) -> None:
    """Sharing gives nobody more than the places hold, and loses under a hundredth a head."""
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
    """Among some of the players, a place is one more than the number of those who were better."""
    expected = {
        player: 1 + sum(other < place for other in places.values())
        for player, place in places.items()
    }

    assert renumbered(places) == expected
