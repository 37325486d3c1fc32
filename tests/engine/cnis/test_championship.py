"""Season standings and titles: what counts, who is ranked where, who is champion."""

from decimal import Decimal
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cnis.categories import Category, Player
from engine.cnis.championship import CategoryTable, seniors, youth
from engine.cnis.season import Event, Game, GameType, classified, participants, value_of
from engine.cnis.stage import stage_table
from engine.cnis.standings import SENIORS_RULES, YOUTH_RULES, Ranked
from engine.cnis.titles import Title, titles
from engine.errors import RuleViolation
from tests.engine.cnis.season_oracle import total
from tests.engine.cnis.seasons import YEAR, game, local, people, person, results

JUNIOR, CADET, PRICHINDEL = Category.JUNIOR, Category.CADET, Category.PRICHINDEL
DUPLICATE = {"classic", "completive", "elliptic"}


def order(rows: tuple[Ranked, ...]) -> list[str]:
    """Return places and players."""
    return [f"{row.place} {row.player}" for row in rows]


def given_to(found: tuple[Title, ...], event: Event | None = None) -> list[str]:
    """Return the holders of an event's titles, or of the absolute ones."""
    return [
        f"{title.category} {title.place} {title.player}" for title in found if title.event is event
    ]


def juniors_and_younger(juniors: str, cadets: str, prichindei: str) -> dict[str, Player]:
    """Return youth players by the letters of their names."""
    born = dict.fromkeys(juniors, 2007) | dict.fromkeys(cadets, 2011)
    return people(**(born | dict.fromkeys(prichindei, 2016)))


def youth_tables(
    games: list[Game], players: dict[str, Player]
) -> tuple[CategoryTable, CategoryTable, CategoryTable]:
    """Return the tables of juniors, cadets and prichindei."""
    found = youth(results(games, players))
    return found[JUNIOR], found[CADET], found[PRICHINDEL]


class TestValue:
    """V of a game."""

    def test_from_ratings(self) -> None:
        """V is the mean rating of the participants less 150; without a rating one counts 150."""
        players = {"A": person("A", rating=170), "B": person("B", rating=157), "C": person("C")}

        assert value_of(game("A B C"), ["A", "B", "C"], players) == 9

    def test_as_given(self) -> None:
        """The organiser's value goes before the ratings."""
        players = {"A": person("A", rating=170)}

        assert value_of(game("A", value=-2), ["A"], players) == -2

    def test_two_values_for_one_game(self) -> None:
        """A game given two values is refused."""
        one, other = game("A", value=1), game("B", value=2)
        both = Game(day=one.day, type=one.type, name="1", entries=(*one.entries, *other.entries))

        with pytest.raises(RuleViolation, match="cnis_values_differ"):
            value_of(both, ["A", "B"], people(A=1980, B=1980))

    def test_nobody_of_the_category(self) -> None:
        """A game in which none of them took part gives them nothing."""
        assert classified(game("A"), ["B"], people(A=1980, B=1980)) is None


class TestSeniors:
    """The seniors' competition."""

    def test_the_best_five_count(self) -> None:
        """Of six games of an event the worst does not count, whatever kind of duplicate it was."""
        kinds = [GameType.CLASSIC, GameType.COMPLETIVE, GameType.ELLIPTIC]
        games = [game("A B", kinds[n % 3], f"{n}") for n in range(5)] + [game("B A", name="6")]
        table = seniors(results(games, people(A=1980, B=1980)))[Category.SENIOR]
        first, second = table.lines
        earned = first.results[Event.DUPLICATE]

        assert [result.counted for result in earned] == [True] * 5 + [False]
        assert first.points(Event.DUPLICATE) == 5 * earned[0].points
        assert second.total == earned[0].points + 4 * earned[5].points

    def test_general_is_the_sum_of_events(self) -> None:
        """The general classification adds up what counts in each event."""
        games = [game("A B C"), game("B A C", GameType.FREE), game("B C A", GameType.COMPOSITION)]
        table = seniors(results(games, people(A=1980, B=1980, C=1980)))[Category.SENIOR]

        assert order(table.general) == ["1 B", "2 A", "3 C"]
        assert order(table.events[Event.DUPLICATE]) == ["1 A", "2 B", "3 C"]
        assert table.events[Event.ANTICIPATION] == ()

    def test_local_players_follow(self) -> None:
        """Who played local tournaments only comes after the last participant, by local points."""
        players = people(A=1980, B=1980, C=1980, D=1980)
        found = seniors(
            results(
                [game("A B")],
                players,
                [local("C", "5000"), local("D", "9000.25"), local("B", "7000"), local("C", "1")],
            )
        )[Category.SENIOR]

        assert order(found.general) == ["1 A", "2 B", "3 D", "4 C"]
        assert [row.points for row in found.general][2:] == [Decimal("9000.25"), 5001]
        assert [row.local for row in found.general] == [False, False, True, True]

    def test_deans_and_hopefuls(self) -> None:
        """Deans and hopefuls are ranked in the order, and with the points, of the seniors."""
        players = people(A=1980, B=1950, C=2003, D=1960, E=2009)
        found = seniors(results([game("A B C=D E")], players))

        assert order(found[Category.SENIOR].general) == ["1 A", "2 B", "3 C", "3 D", "5 E"]
        assert order(found[Category.DEAN].general) == ["1 B", "2 D"]
        assert order(found[Category.HOPEFUL].general) == ["1 C", "2 E"]
        assert found[Category.DEAN].general[1].points == found[Category.SENIOR].general[3].points

    def test_titles(self) -> None:
        """Places 1 and 2 of five ranked have the titles, absolute and of the event."""
        found = seniors(results([game("A B C D E")], people(**dict.fromkeys("ABCDE", 1980))))
        given_ = titles(found.values())

        assert given_to(given_) == ["senior 1 A", "senior 2 B"]
        assert given_to(given_, Event.DUPLICATE) == ["senior 1 A", "senior 2 B"]
        assert given_to(given_, Event.FREE) == []

    def test_no_titles_for_four(self) -> None:
        """Where only four are ranked there are no titles."""
        found = seniors(results([game("A B C D")], people(**dict.fromkeys("ABCD", 1980))))

        assert titles(found.values()) == ()

    def test_two_champions(self) -> None:
        """Two on place 1 are both champions, and nobody is vice-champion."""
        found = seniors(results([game("A=B C D E")], people(**dict.fromkeys("ABCDE", 1980))))

        assert given_to(titles(found.values())) == ["senior 1 A", "senior 1 B"]

    def test_youth_players_have_their_own_titles(self) -> None:
        """Who plays the youth championship too wins no title among seniors or hopefuls."""
        players = people(A=2008, B=2003, C=2002, D=2001, E=2001)
        found = seniors(results([game("A B C D E")], players))

        assert given_to(titles(found.values(), {"A"})) == ["senior 2 B", "hopeful 2 B"]


class TestYouth:
    """The youth competition, per category."""

    def test_each_category_has_its_own_scale(self) -> None:
        """Categories that play one game are ranked among themselves, each on its own scale."""
        players = juniors_and_younger("AB", "CDE", "")
        junior, cadet, _ = youth_tables([game("C A D B E")], players)

        assert order(junior.general)[:2] == ["1 A", "2 B"]
        assert order(cadet.general) == ["1 C", "2 D", "3 E"]
        assert [each.scale.participants for each in (*junior.scales, *cadet.scales)] == [2, 3]

    def test_best_three_of_each_duplicate(self) -> None:
        """Duplicate counts three results of classic and three of completive, no more of either."""
        games = [game("A B", GameType.CLASSIC, f"{n}") for n in range(4)]
        games += [game("A B", GameType.COMPLETIVE, f"{n}") for n in range(2)]
        junior, *_ = youth_tables(games, juniors_and_younger("AB", "", ""))
        results = junior.lines[0].results[Event.DUPLICATE]

        assert sum(result.counted for result in results) == 5
        assert junior.lines[0].total == 5 * results[0].points

    def test_juniors_are_filled_up(self) -> None:
        """Juniors short of five are followed by as many cadets as it takes; these win nothing."""
        players = juniors_and_younger("AB", "CDEFG", "")
        tables = youth_tables([game("C A D B E F G")], players)
        junior = tables[0]

        assert order(junior.general) == ["1 A", "2 B", "3 C", "4 D", "5 E"]
        assert junior.filled == {"C", "D", "E"}
        assert given_to(titles(tables)) == ["junior 1 A", "junior 2 B", "cadet 1 C", "cadet 2 D"]

    def test_a_single_junior(self) -> None:
        """A cadet on place 2 of the juniors is not their vice-champion."""
        tables = youth_tables([game("C A D E F")], juniors_and_younger("A", "CDEF", ""))

        assert given_to(titles(tables)) == ["junior 1 A"]

    def test_no_junior_no_table(self) -> None:
        """Without any junior there is nothing to fill up."""
        junior, *_ = youth_tables([game("C D E F G")], juniors_and_younger("", "CDEFG", ""))

        assert junior.general == ()

    def test_cadets_are_filled_up_with_prichindei(self) -> None:
        """Cadets short of five are followed by prichindei, who keep titles of their own."""
        players = juniors_and_younger("", "AB", "CDEFG")
        tables = youth_tables([game("C A D B E F G")], players)

        assert order(tables[1].general) == ["1 A", "2 B", "3 C", "4 D", "5 E"]
        assert given_to(titles(tables)) == [
            "cadet 1 A",
            "cadet 2 B",
            "prichindel 1 C",
            "prichindel 2 D",
        ]

    def test_juniors_are_filled_with_cadets_only(self) -> None:
        """Prichindei who fill the cadets up do not go on to fill the juniors."""
        players = juniors_and_younger("A", "BC", "DEFGH")
        junior, *_ = youth_tables([game("A B C D E F G H")], players)

        assert order(junior.general) == ["1 A", "2 B", "3 C"]

    def test_few_prichindei_are_ranked_with_the_cadets(self) -> None:
        """Prichindei short of five are merged with the cadets by points, for the cadets' titles."""
        players = juniors_and_younger("", "ABC", "DE")
        tables = youth_tables([game("D A B C E")], players)
        _, cadet, prichindel = tables

        assert order(cadet.general) == ["1 A", "1 D", "3 B", "3 E", "5 C"]
        assert prichindel.merged_into is CADET
        assert given_to(titles(tables)) == ["cadet 1 A", "cadet 1 D"]

    def test_local_youth(self) -> None:
        """A young player of local tournaments only follows the players of his own category."""
        players = juniors_and_younger("ABC", "D", "")
        found = youth(results([game("A B D")], players, [local("C", "9000"), local("D", "9000")]))

        assert order(found[JUNIOR].general)[:3] == ["1 A", "2 B", "3 C"]
        assert [row.local for row in found[CADET].general] == [False]


def test_what_is_played() -> None:
    """Seniors play all six types of game; youth neither elliptic duplicate nor anticipation."""
    assert SENIORS_RULES.types == set(GameType)
    assert YOUTH_RULES.types == set(YOUTH_KINDS)


def test_who_took_part() -> None:
    """Everybody who has a place in any of the games took part."""
    assert participants([game("A B"), game("B C")]) == {"A", "B", "C"}


class TestStage:
    """The common table of a youth stage."""

    def test_one_scale_for_all(self) -> None:
        """All categories stand in one table, on the scale of all participants."""
        players = juniors_and_younger("AB", "CD", "E")
        found = stage_table([game("C A E B D")], players, year=YEAR)

        assert order(found.general) == ["1 C", "2 A", "3 E", "4 B", "5 D"]
        assert found.games[0].scale.participants == 5

    def test_free_games_are_weighted(self) -> None:
        """The free scale counts whole for juniors, 70 % for cadets, 30 % for prichindei, up."""
        players = juniors_and_younger("ABCDE", "FGHIJ", "KLMN")
        free = [
            game("A B C D E", GameType.FREE, "juniors"),
            game("F G H I J", GameType.FREE, "cadets"),
            game("K L=M N", GameType.FREE, "prichindei"),
        ]
        found = stage_table(free, players, year=YEAR)
        points = {row.player: row.points for row in found.general}

        # Scale 14: 606, 438, 370, 317. 606 * 0.7 = 424.2; 606 * 0.3 = 181.8; 404 * 0.3 = 121.2
        assert [points[name] for name in "AFKGL"] == [606, 425, 182, 307, 122]
        assert {each.scale.participants for each in found.games} == {14}

    def test_the_weight_is_in_the_arithmetic(self) -> None:
        """The arithmetic beside a weighted result says what it was weighted by."""
        players = juniors_and_younger("A", "B", "")
        found = stage_table([game("A B", GameType.FREE, value=12)], players, year=YEAR)

        assert [each.expression for each in found.games[0].awards] == ["606", "ceil((438) * 70 %)"]


@given(st.integers(0, 10**6), st.integers(2, 9), st.integers(1, 14))
def test_totals_against_the_slow_way(seed: int, size: int, number: int) -> None:
    """Totals of both competitions are what adding up by hand gives, in whatever order rows come."""
    chance = Random(seed)
    names = "ABCDEFGHI"[:size]
    players = {
        name: person(name, chance.choice([1950, 1980, 2003, 2007, 2012, 2017])) for name in names
    }
    games = []
    for count in range(number):
        taking_part = chance.sample(names, chance.randint(1, size))
        text = "".join(name + chance.choice("= ") for name in taking_part).rstrip("= ")
        games.append(game(text, chance.choice(list(YOUTH_KINDS)), f"{count}"))
    senior = seniors(results(games, players))[Category.SENIOR]
    shuffled = [
        Game(
            day=each.day,
            type=each.type,
            name=each.name,
            entries=tuple(chance.sample(each.entries, len(each.entries))),
        )
        for each in games
    ]
    again = seniors(results(shuffled, players))[Category.SENIOR]
    young = youth(results(games, players))

    assert again.general == senior.general
    for line in senior.lines:
        assert line.points(Event.DUPLICATE) == total(line.player, games, names, DUPLICATE, 5)
        assert line.points(Event.FREE) == total(line.player, games, names, {"free"}, 5)
    for table in young.values():
        own = [name for name in names if young_category(players[name]) is table.category]
        for line in table.lines:
            if line.player in own:
                expected = sum(
                    total(line.player, games, own, {kind}, 3) for kind in ("classic", "completive")
                )
                assert line.points(Event.DUPLICATE) == expected


YOUTH_KINDS = (GameType.CLASSIC, GameType.COMPLETIVE, GameType.FREE, GameType.COMPOSITION)


def young_category(player: Player) -> Category:
    """Return the youth category of the years of birth that the test above uses."""
    return {2007: JUNIOR, 2012: CADET, 2017: PRICHINDEL}.get(player.born, Category.SENIOR)


@given(st.integers(0, 10**6), st.integers(1, 12))
def test_nobody_has_titles_in_two_youth_categories(seed: int, size: int) -> None:
    """However the categories are filled and merged, titles stay within one category a player."""
    chance = Random(seed)
    names = "ABCDEFGHIJKL"[:size]
    players = {name: person(name, chance.choice([2007, 2012, 2017])) for name in names}
    games = [game(" ".join(chance.sample(names, size)), name=f"{n}") for n in range(3)]
    found = titles(youth(results(games, players)).values())
    categories: dict[str, set[Category]] = {}
    for title in found:
        categories.setdefault(title.player, set()).add(title.category)

    assert all(len(held) == 1 for held in categories.values())
