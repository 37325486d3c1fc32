"""The next round: no repeats, clubmates apart, the bye to the lowest, as in complete search."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from engine.cnis.pairing import (
    Avoided,
    Contestant,
    PairedRound,
    PlayedGame,
    koth_pairs,
    ranked_players,
)
from engine.cnis.rounds import next_round
from engine.cnis.systems import PairingSystem, tournament
from engine.errors import RuleViolation
from tests.engine.cnis.pairing_oracle import best, costs, ways
from tests.examples import HALF


def field(clubs: str) -> list[Contestant]:
    """Return players A, B, C … of these clubs; a dot is no club."""
    return [
        Contestant(name=chr(ord("A") + index), club=club.strip("."))
        for index, club in enumerate(clubs)
    ]


def played(number: int, *games: str) -> list[PlayedGame]:
    """Return a round: `AB` A beat B by 100, `A=B` they drew, `A` had the bye."""
    found = []
    for each in games:
        first = each[0]
        second = each[-1] if len(each) > 1 else None
        scores = (300, 300) if "=" in each else (400, 300)
        found.append(
            PlayedGame(
                round=number,
                first=first,
                second=second,
                first_score=scores[0] if second else 0,
                second_score=scores[1] if second else 0,
            )
        )
    return found


def paired(
    players: list[Contestant],
    history: list[PlayedGame],
    number: int,
    system: PairingSystem = PairingSystem.KOTH,
    *,
    repeats: bool = False,
) -> PairedRound:
    """Return the round of a tournament."""
    form = tournament(system, len(players))
    return next_round(
        players, history, number=number, form=form, avoided=Avoided(repeats=not repeats)
    )


def shown(found: PairedRound) -> list[str]:
    """Return the tables in order, and the bye last."""
    return [f"{each.first}{each.second}" for each in found.pairings] + [found.bye or ""]


class TestOrder:
    """The order of the players before a round."""

    def test_wins_then_spread_then_rating(self) -> None:
        """Players are ordered by wins, with draws as halves, and then by spread."""
        players = [*field("..."), Contestant(name="D", rating=Fraction(160))]
        history = [*played(1, "AB", "C=D"), *played(2, "BA", "CD")]
        order = ranked_players(players, history)

        assert [each.player.name for each in order] == ["C", "A", "B", "D"]
        assert [each.points for each in order] == [Fraction(3, 2), 1, 1, Fraction(1, 2)]
        assert [each.spread for each in order] == [100, 0, 0, -100]

    def test_before_the_first_round(self) -> None:
        """Before the first round ratings set the order; unrated players come last, as listed."""
        players = [
            Contestant(name="A"),
            Contestant(name="B", rating=Fraction(140)),
            Contestant(name="C"),
            Contestant(name="D", rating=Fraction(1501, 10)),
        ]

        assert [each.player.name for each in ranked_players(players, [])] == ["D", "B", "A", "C"]

    def test_a_bye_is_a_win_without_spread(self) -> None:
        """A bye counts as a win with a spread of 0."""
        (first, *_) = ranked_players(field("..."), played(1, "C", "A=B"))

        assert (first.player.name, first.points, first.spread) == ("C", Fraction(1), 0)


class TestKoth:
    """King of the hill: the leader meets the second, and so on."""

    def test_neighbours_meet(self) -> None:
        """Without obstacles the first plays the second, the third the fourth."""
        assert shown(paired(field("......."), [], 1)) == ["AB", "CD", "EF", "G"]

    def test_nobody_twice(self) -> None:
        """Players who have met are paired with others, as near to the order as possible."""
        history = played(1, "AB", "CD", "EF", "GH")

        assert shown(paired(field("........"), history, 2)) == ["AC", "EG", "BD", "FH", ""]

    def test_repeats_when_asked_for(self) -> None:
        """With repeats allowed the leaders meet again and again."""
        history = played(1, "A=B", "C=D")

        assert shown(paired(field("...."), history, 2, repeats=True)) == ["AB", "CD", ""]

    def test_clubmates_in_the_first_and_last_round(self) -> None:
        """Clubmates do not meet in rounds 1 and 5, and may meet in between."""
        players = field("XXYY....")

        assert shown(paired(players, [], 1)) == ["AC", "BD", "EF", "GH", ""]
        assert shown(paired(players, [], 2)) == ["AB", "CD", "EF", "GH", ""]
        assert shown(paired(players, [], 5)) == ["AC", "BD", "EF", "GH", ""]

    def test_clubmates_who_cannot_be_kept_apart(self) -> None:
        """A club that is too large has as few games between clubmates as possible."""
        found = paired(field("XXXXXX.."), [], 1)

        assert [each.same_club for each in found.pairings].count(True) == 2

    def test_nobody_is_the_clubmate_of_the_clubless(self) -> None:
        """Two players without a club may meet in any round."""
        assert shown(paired(field("...."), [], 1)) == ["AB", "CD", ""]

    def test_bye_to_the_lowest_without_one(self) -> None:
        """The lowest player without an earlier bye gets the bye."""
        history = [*played(1, "AB", "CD", "E"), *played(2, "AC", "BE", "D")]

        assert paired(field("....."), history, 3).bye == "C"

    def test_how_often_they_met_is_reported(self) -> None:
        """For an unavoidable repeat the table gives the number of earlier games."""
        history = [*played(1, "AB"), *played(2, "BA")]

        assert [each.met for each in paired(field(".."), history, 3).pairings] == [2]

    def test_games_of_a_player_who_withdrew_are_forgotten(self) -> None:
        """Those who stay are paired by their own earlier games."""
        players = [replace(each, is_gone=each.name == "A") for each in field(".....")]
        history = [*played(1, "AB", "CD", "E"), *played(2, "AC", "BE", "D")]

        assert shown(paired(players, history, 3)) == ["BC", "DE", ""]

    def test_a_tournament_whose_players_withdrew_has_no_next_round(self) -> None:
        """One player who is left cannot be paired."""
        players = [replace(each, is_gone=each.name != "A") for each in field("...")]
        with pytest.raises(RuleViolation, match="cnis_too_few_players"):
            paired(players, played(1, "AB", "C"), 2)

    def test_too_few(self) -> None:
        """A round with one player is refused."""
        with pytest.raises(RuleViolation, match="cnis_too_few_players"):
            koth_pairs(ranked_players(field("."), []), [], apart=False)


class TestSeniors:
    """Eight rounds, with clubmates apart in the first two and the last two."""

    @pytest.mark.parametrize("number", range(1, 9))
    def test_rounds_that_keep_clubs_apart(self, number: int) -> None:
        """Only rounds 1, 2, 7 and 8 keep clubmates apart."""
        found = paired(field("XX.."), [], number, PairingSystem.SENIORS)

        assert found.apart == (number in {1, 2, 7, 8})
        assert any(each.same_club for each in found.pairings) == (not found.apart)

    @pytest.mark.parametrize("number", [0, 9])
    def test_rounds_there_are_not(self, number: int) -> None:
        """A round that the tournament does not have is refused."""
        with pytest.raises(RuleViolation, match="cnis_no_such_round"):
            paired(field("XX.."), [], number, PairingSystem.SENIORS)


@st.composite
def tournaments(draw: st.DrawFn) -> tuple[list[Contestant], list[PlayedGame], bool]:
    """Draw a small field with clubs, rounds that any arbiter may have paired, and the rule."""
    players = field(draw(st.text("XYZ.", min_size=2, max_size=8)))
    chance = Random(draw(st.integers(0, 10**6)))
    names = [player.name for player in players]
    history: list[PlayedGame] = []
    for number in range(1, draw(st.integers(1, 7))):
        chance.shuffle(names)
        seats = iter(names)
        for first in seats:
            second = next(seats, None)
            scores = (chance.randrange(200, 500), chance.randrange(200, 500)) if second else (0, 0)
            history.append(
                PlayedGame(
                    round=number,
                    first=first,
                    second=second,
                    first_score=scores[0],
                    second_score=scores[1],
                )
            )
    return players, history, draw(st.booleans())


class TestAgainstEveryWay:
    """The pairing is the best of all, for up to eight players."""

    @given(tournaments(), st.booleans())
    def test_the_best_of_all(
        self, case: tuple[list[Contestant], list[PlayedGame], bool], repeats_first: bool
    ) -> None:
        """No pairing has fewer clubmates, repeats or second byes, or is nearer to the order."""
        players, history, apart = case
        order = ranked_players(players, history)
        found = koth_pairs(
            order, history, apart=apart, avoided=Avoided(repeats_first=repeats_first)
        )
        people = [each.player for each in order]

        assert set(found) == best(people, history, apart=apart, repeats_first=repeats_first)

    @given(
        st.integers(0, 10**6),
        st.integers(8, 12),
        st.sampled_from([PairingSystem.KOTH, PairingSystem.SENIORS]),
    )
    @settings(max_examples=HALF, deadline=None)
    def test_clubmates_never_meet_where_the_clubs_allow_it(
        self, seed: int, size: int, system: PairingSystem
    ) -> None:
        """In protected rounds clubmates meet only if the clubs' sizes force it."""
        chance = Random(seed)
        players = field("".join(chance.choice("XYZW") for _ in range(size)))
        clubs = [player.club for player in players]
        must = max(0, max(map(clubs.count, clubs)) - (size + 1) // 2)
        history: list[PlayedGame] = []
        for number in range(1, tournament(system, size).rounds + 1):
            found = paired(players, history, number, system)
            if found.apart:
                assert sum(each.same_club for each in found.pairings) == must
            history += winner_first(found)

    @given(
        st.integers(0, 10**6),
        st.integers(8, 12),
        st.sampled_from([PairingSystem.KOTH, PairingSystem.SENIORS]),
    )
    @settings(max_examples=3, deadline=None, phases=[Phase.generate])
    def test_protected_rounds_of_larger_fields(
        self, seed: int, size: int, system: PairingSystem
    ) -> None:
        """With eight to twelve players each round that keeps clubs apart is the best of all.

        The clubs have any sizes, some players have none, and the results are random.
        """
        chance = Random(seed)
        letters = "XYZW."[: chance.randrange(2, 6)]
        players = field("".join(chance.choice(letters) for _ in range(size)))
        history: list[PlayedGame] = []
        for number in range(1, tournament(system, size).rounds + 1):
            found = paired(players, history, number, system)
            if found.apart:
                order = [each.player for each in ranked_players(players, history)]
                pairs = {frozenset({each.first, each.second}) for each in found.pairings}
                assert pairs == best(order, history, apart=True)
            history += [
                replace(game, first_score=chance.randrange(200, 500), second_score=350)
                for game in winner_first(found)
            ]

    @given(tournaments())
    def test_never_twice_nor_clubmates_when_avoidable(
        self, case: tuple[list[Contestant], list[PlayedGame], bool]
    ) -> None:
        """No pair repeats and no clubmates meet if some round avoids both."""
        players, history, _ = case
        order = [each.player for each in ranked_players(players, history)]
        names = [player.name for player in order]
        clean = any(costs(way, order, history, apart=True)[:3] == (0, 0, 0) for way in ways(names))
        pairs = koth_pairs(ranked_players(players, history), history, apart=True)
        way = tuple((a, b) for a, b in map(sorted, pairs))

        assert not clean or costs(way, order, history, apart=True)[:3] == (0, 0, 0)
        assert len({name for pair in pairs for name in pair}) == len(names) // 2 * 2


def winner_first(found: PairedRound) -> list[PlayedGame]:
    """Return the round's games, each won by the higher player, the bye included."""
    games = [
        PlayedGame(
            round=found.number,
            first=each.first,
            second=each.second,
            first_score=400,
            second_score=300 + each.table,
        )
        for each in found.pairings
    ]
    if found.bye is not None:
        games.append(PlayedGame(round=found.number, first=found.bye, second=None))
    return games


@pytest.mark.parametrize("size", [7, 8, 9, 16, 31])
@pytest.mark.parametrize("system", [PairingSystem.KOTH, PairingSystem.SENIORS])
def test_a_whole_tournament(size: int, system: PairingSystem) -> None:
    """Each player plays once a round, no pair repeats, and the bye changes."""
    players = [Contestant(name=f"P{number:02}", club="XYZ"[number % 3]) for number in range(size)]
    form = tournament(system, size)
    history: list[PlayedGame] = []
    met: list[frozenset[str]] = []
    byes: list[str] = []
    for number in range(1, min(form.rounds, size - 1) + 1):
        found = next_round(players, history, number=number, form=form)
        seated = [name for each in found.pairings for name in (each.first, each.second)]
        byes += [found.bye] if found.bye else []
        met += [frozenset({each.first, each.second}) for each in found.pairings]
        history += winner_first(found)

        assert sorted([*seated, *([found.bye] if found.bye else [])]) == [p.name for p in players]
        assert not found.apart or not any(pair.same_club for pair in found.pairings)
        assert [each.table for each in found.pairings] == [*range(1, size // 2 + 1)]

    assert len(set(byes)) == len(byes)
    # Fewer players run out of others to meet before the last rounds keep clubs apart.
    assert size < 16 or len(set(met)) == len(met)
