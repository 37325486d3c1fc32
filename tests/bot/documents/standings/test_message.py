import re
from dataclasses import replace
from decimal import Decimal

import pytest

from bot.documents.standings.message import (
    SHOWN,
    WIDTH,
    group_text,
    overall_text,
    prospects_text,
    shortened,
    ties_text,
)
from bot.texts.i18n import load_catalogue
from bot.texts.messages import Text
from engine.coefficients import rounded
from engine.competitions.parts import PhasePlan
from engine.competitions.results import approve_result
from engine.figures import figures
from engine.ids import PersonId
from engine.rulesets import Phase
from tests.bot.documents.standings.samples import (
    called,
    excludes,
    open_matches,
    played,
    scene,
    with_advance,
)
from tests.engine.competitions.desk import ANA, ION, LEVEL, PRELIMINARY, running

LANGUAGES = ("ro", "en")


def worded(text: Text, language: str = "ro") -> str:
    """Return the text in its readable form."""
    return load_catalogue(language).plain(text)


def table_of(text: Text, language: str = "ro") -> list[str]:
    """Return the lines of the monospaced table, its headings first."""
    found = re.search(r"<pre>(.*)</pre>", load_catalogue(language).html(text), re.DOTALL)
    assert found is not None
    return worded_lines(found[1])


def worded_lines(html: str) -> list[str]:
    """Return the lines of a table in their visible form."""
    return re.sub("&lt;", "<", re.sub("&gt;", ">", html)).split("\n")


class TestGroup:
    """The text of a group's table."""

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("players", [2, 6, 8])
    def test_no_line_is_broken_by_a_phone(self, players: int, language: str) -> None:
        """Every line, headings included, fits the width of a phone."""
        seen = scene(played(players), provisional=True)
        lines = table_of(group_text(seen, "A", ANA), language)
        assert max(map(len, lines)) <= WIDTH
        assert len(lines) >= 2 + 2 * players

    @pytest.mark.article("8.1")
    def test_each_player_has_their_figures(self) -> None:
        """Each row has rank, name, games, wins, draws, sum of coefficients and spread."""
        seen = scene(played(6))
        lines = table_of(group_text(seen, "A", None))[2:]
        rows = seen.tables["A"]
        text = "\n".join(lines)
        for row in rows:
            name = seen.names[row.player][:10]
            sum_ = str(row.coefficients).replace(".", ",")
            difference = f"{row.difference:+}".replace("-", "−")
            figures_ = rf"{row.games} +{row.wins} +{row.draws} +{re.escape(sum_)}"
            wanted = rf"{row.place}.?{re.escape(name)}[^\n]*\n +{figures_} +{re.escape(difference)}"
            assert re.search(wanted, text), wanted

    def test_a_sum_of_a_hundred_or_more_is_shown(self) -> None:
        """A group of more than thirty players has such sums, which fill their column."""
        desk = played(2, homologated=9)
        high = replace(LEVEL, red=Decimal("60.0000"), blue=Decimal("60.0000"))
        results = dict.fromkeys(desk.now.phase.matches[0].games, high)
        desk.now = replace(desk.now, phases=(replace(desk.now.phase, results=results),))

        assert any("120,0000" in line for line in table_of(group_text(scene(desk), "A", None)))

    def test_a_group_is_named_where_there_are_several(self) -> None:
        """A table names its group if there are several, and no group if there is one."""
        assert "grupa" not in worded(group_text(scene(played(4)), "A", None))
        assert "grupa B" in worded(group_text(scene(played(8, 2)), "B", None))

    @pytest.mark.article("8.1")
    def test_figures_stand_under_one_another(self) -> None:
        """The decimal commas of all sums are in one column."""
        lines = table_of(group_text(scene(played(6)), "A", None))[2:]
        columns = {line.index(",") for line in lines if "," in line}
        assert len(columns) == 1

    def test_only_official_results_count_unless_asked(self) -> None:
        """The official table omits proposed results, and the provisional one marks them."""
        desk = played(4, homologated=2)
        matches = open_matches(desk)
        firm, loose = (scene(desk, *matches, provisional=flag) for flag in (False, True))
        assert sum(row.games for row in firm.tables["A"]) == 2 * len(desk.now.phase.results)
        assert sum(row.games for row in loose.tables["A"]) == 2 * 12
        assert "~" not in worded(group_text(firm, "A", None))
        marked = [line for line in table_of(group_text(loose, "A", None)) if "~" in line]
        assert len(marked) == sum(loose.has_proposed(row.player) for row in loose.tables["A"]) > 0
        assert "8 din 12" in worded(group_text(firm, "A", None))
        assert "12 din 12" in worded(group_text(loose, "A", None))
        assert "neomologate" in worded(group_text(loose, "A", None))

    def test_only_signs_that_are_shown_are_explained(self) -> None:
        """A sign is explained only if a shown row has it."""
        desk = running(20)
        first, *_, near, last = (row.player for row in scene(desk).tables["A"])
        (match,) = (each for each in desk.now.phase.matches if each.players == {near, last})
        nothing = figures(Decimal(0), Decimal(0), scores=(0, 0), article="9.1")
        proposed = dict.fromkeys(match.games, nothing)
        seen = replace(scene(desk, provisional=True), proposed=proposed)
        assert "~" not in worded(group_text(seen, "A", first))
        assert worded(group_text(seen, "A", last)).count("~") == 3

    def test_a_long_table_shows_its_top_and_the_reader(self) -> None:
        """A long table shows its top, the reader's neighbours, and the number of the others."""
        desk = running(20)
        seen = scene(desk)
        reader = seen.tables["A"][15].player
        lines = table_of(group_text(seen, "A", reader))[2:]
        shown = [int(line[1:3]) for line in lines if re.match(r"[ >] ?\d+[ *]\S", line)]
        left_out = [int(n) for line in lines for n in re.findall(r"încă (\d+) ", line)]
        assert shown == [*range(1, 9), 15, 16, 17]
        assert left_out == [6, 3]
        assert [line[1:3] for line in lines if line.startswith(">")] == ["16"]
        assert len(shown) < SHOWN

    def test_a_line_is_drawn_under_those_who_go_on(self) -> None:
        """A line is below the last player who advances."""
        desk = with_advance(played(6), 2)
        lines = table_of(group_text(scene(desk), "A", None))[2:]
        assert lines[4] == "─" * WIDTH
        assert sum("─" in line for line in lines) == 1

    @pytest.mark.article("10.3")
    def test_an_excluded_player_comes_last_and_is_named(self) -> None:
        """A disqualified player is last, without a rank, and a note names them."""
        desk = excludes(played(5), ION)
        text = group_text(scene(desk), "A", None)
        assert table_of(text)[-2].startswith("  - Ion Pop")
        assert "Ion Pop: excludere din competiție" in worded(text)

    def test_a_name_stays_a_name(self) -> None:
        """Markup in a name is shown as text, and a long name ends with …."""
        html = load_catalogue("ro").html(group_text(scene(played(6)), "A", None))
        assert "Dan &lt;b&gt;Î&lt;/b&gt;" in html
        assert "Ștefania-Alexandrina Țî…" in html
        assert shortened("abc", 3) == "abc"
        assert shortened("ab cd", 4) == "ab…"

    @pytest.mark.parametrize("name", ["שרה לוי", "محمد علي", "Dan דן"])
    def test_a_name_from_right_to_left_turns_no_figure(self, name: str) -> None:
        """A right-to-left name is isolated, so that rank and figures keep their position."""
        seen = called(scene(played(4)), p1=name)
        for text in (group_text(seen, "A", ANA), overall_text(seen, ANA)):
            set_apart = re.findall("\u2068[^\u2069]*\u2069", worded(text))
            assert set_apart == [f"\u2068{name}\u2069"]
        assert f"\u2068{name}\u2069: " in worded(prospects_text(seen, "A", ANA))


class TestOverall:
    """The text of the overall order."""

    def test_it_orders_by_coefficient_per_game(self) -> None:
        """The overall order ranks all groups together by average coefficient."""
        seen = scene(played(8, 2))
        lines = table_of(overall_text(seen, None))[2:]
        averages = [Decimal(found[0].replace(",", ".")) for found in _figures(lines)]
        assert averages == [rounded(row.average) for row in seen.overall]
        assert [line[1:3].strip() for line in lines[::2]] == list("12345678")


def _figures(lines: list[str]) -> list[list[str]]:
    return [found for line in lines if (found := re.findall(r"\d+,\d{4}", line))]


class TestProspects:
    """The text of what each player can still reach."""

    def test_the_reader_comes_first_with_their_bounds(self) -> None:
        """The reader's ranks and coefficients, best and worst, come first."""
        seen = scene(played(6))
        text = worded(prospects_text(seen, "A", ION))
        known = seen.prospect_of(ION)
        assert known is not None
        first = text.split("\n\n")[1]
        assert first.startswith("👉 Ion Pop")
        assert f"{known.best}–{known.worst}" in first
        assert str(known.least).replace(".", ",") in first
        assert str(known.most).replace(".", ",") in first

    def test_safe_and_out_of_reach_are_said(self) -> None:
        """Once all games are over, the winner is certain to advance and the others are out."""
        desk = running(3)
        desk.homologates_all()
        seen = scene(desk)
        text = worded(prospects_text(seen, "A", None))
        assert text.count("calificare sigură") == 1
        assert text.count("fără șanse") == 2
        assert text.count("toate partidele omologate; coeficienți ") == 3
        assert "Se califică primul din grupă" in text

    def test_where_nobody_advances_nothing_is_said_of_it(self) -> None:
        """In a final no text mentions advancing."""
        desk = running(3)
        desk.homologates_all()
        final = PhasePlan(phase=Phase.FINAL, start=PRELIMINARY.start, closing=PRELIMINARY.closing)
        phase = replace(desk.now.phase, plan=final)
        desk.now = replace(desk.now, phases=(phase, *desk.now.phases[1:]))
        seen = scene(desk)
        assert "calific" not in worded(prospects_text(seen, "A", None))
        assert not any(seen.is_safe(player) for player in seen.names)


class TestTies:
    """The text of the criteria that separated level players."""

    def test_each_criterion_is_named(self) -> None:
        """The text names the lot or the larger spread that separated level players."""
        desk = running(3)
        desk.homologates_all()
        assert worded(ties_text(scene(desk), "A")).count("tragerea la sorți") == 3
        desk = running(2)
        home, back = desk.now.phase.open_games().items()
        wide = figures(Decimal("1.6667"), Decimal("0.3333"), scores=(600, 300), article="8.1")
        slim = figures(Decimal("1.6667"), Decimal("0.3333"), scores=(500, 250), article="8.1")
        desk.does(approve_result, home[0], wide)
        desk.does(approve_result, back[0], slim)
        text = worded(ties_text(scene(desk), "A"))
        assert "diferența de punctaj (+50 față de −50)" in text

    def test_where_nobody_is_level_that_is_said(self) -> None:
        """If no sums are equal, the text says that there is no tie."""
        seen = scene(played(4))
        sums = [row.coefficients for row in seen.tables["A"]]
        assert len(set(sums)) == len(sums)
        assert "Nicio egalitate" in worded(ties_text(seen, "A"))

    def test_the_order_of_the_criteria_is_given(self) -> None:
        """The text lists the criteria in their order."""
        desk = running(2)
        desk.does(approve_result, next(iter(desk.now.phase.open_games())), LEVEL)
        text = worded(ties_text(scene(desk), "A"))
        order = ["suma coeficienților", "întâlnirile directe", "diferența", "punctele", "sorți"]
        last = text.split("Ordinea criteriilor: ")[1]
        places = [last.index(word) for word in order]
        assert places == sorted(places)


def test_a_player_who_is_not_in_the_phase_has_no_line() -> None:
    """A person outside the phase sees the table without a marked row."""
    seen = scene(played(4))
    assert seen.group_of(PersonId(77)) is None
    assert seen.row_of(PersonId(77)) is None
    lines = table_of(group_text(seen, "A", PersonId(77)))
    assert not any(line.startswith(">") for line in lines)


def test_a_public_scene_stays_public() -> None:
    """A club that is hidden beside initials stays hidden when the names are shown once more."""
    seen = scene(played(4))
    who = next(iter(seen.names))
    public = seen.for_everybody({**seen.names, who: "A.P."})

    assert who in public.for_everybody(public.names).clubless
