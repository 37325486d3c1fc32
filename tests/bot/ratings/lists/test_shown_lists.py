"""Lists in texts and pictures: rows, changes, movers, typed names and requests."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.ratings.explanations import unknown_text
from bot.documents.render.lists.listing_layout import MOST_ROWS, ListingRowKind
from bot.documents.tables.names import fold
from bot.ratings.lists.access import Viewer
from bot.ratings.lists.list_charts import chart_view
from bot.ratings.lists.list_messages import list_message, moves_message
from bot.ratings.lists.list_requests import (
    ListRequest,
    NamedPlayer,
    find_player,
    find_players,
    read_request,
)
from bot.ratings.lists.list_tables import list_table, moves_table, page_view
from bot.ratings.lists.list_texts import list_text, moves_text
from bot.ratings.lists.stored_lists import StoredList, by_key, moves_of
from bot.texts.i18n import load_catalogue
from bot.texts.languages import LANGUAGES
from bot.texts.messages import Text
from bot.texts.pictures import RatingMovesPage
from engine.errors import NotationError
from engine.ratings.statuses import RatedStatus
from storage.ratings.rated_row import RatedRow
from tests.rating_files import NAMES

TODAY = date(2025, 5, 1)


def row(
    number: int, player: str, rating: int, status: RatedStatus = RatedStatus.ACTIVE
) -> RatedRow:
    """Return a row; an inactive player has no rank."""
    return RatedRow(
        number=number,
        place=number if status is RatedStatus.ACTIVE else None,
        status=status,
        player=player,
        key=fold(player),
        rating=rating,
        exact=str(rating),
        games=9,
    )


def shown(*rows: RatedRow, version: int = 1, day: date = date(2025, 3, 1)) -> StoredList:
    """Return a list with these rows."""
    return StoredList(
        ref="p7" if version else "r3.classic",
        system="frs",
        kind="classic",
        day=day,
        version=version,
        run=3,
        rows=rows,
        kinds=("general", "classic"),
        input_sha256="ab" * 32,
        can_go_on=True,
    )


BEFORE = shown(
    row(1, "Ana Pop", 180),
    row(2, "Ion Rus", 170),
    row(3, "Dan Luca", 160),
    row(4, "Vlad Popa", 150),
    day=date(2025, 2, 1),
)
NOW = shown(
    row(1, "Ion Rus", 181),
    row(2, "Ana Pop", 175),
    row(3, "Dan Luca", 160),
    row(4, "Șerban Țuțu", 120, RatedStatus.PROVISIONAL),
)


def words(text: Text, language: str = "ro") -> str:
    """Return a text as people read it."""
    return load_catalogue(language).plain(text)


def test_movers_newcomers_and_those_who_are_gone() -> None:
    """The largest change of rating is first, with the ranks climbed."""
    moves = moves_of(NOW.rows, BEFORE.rows)

    assert [(move.now.player, move.change, move.climbed) for move in moves.up] == [
        ("Ion Rus", 11, 1)
    ]
    assert [(move.now.player, move.change, move.climbed) for move in moves.down] == [
        ("Ana Pop", -5, -1)
    ]
    assert [each.player for each in moves.new] == ["Șerban Țuțu"]
    assert [each.player for each in moves.gone] == ["Vlad Popa"]


@given(st.lists(st.tuples(st.sampled_from(NAMES), st.integers(50, 300)), max_size=8))
def test_everybody_is_a_mover_new_or_gone(pairs: list[tuple[str, int]]) -> None:
    """Each player of either list exactly once."""
    half = len(pairs) // 2
    rows = [row(number, *pair) for number, pair in enumerate(pairs, 1)]
    now, before = by_key(rows[:half]), by_key(rows[half:])
    moves = moves_of(list(now.values()), list(before.values()))

    on_both = {move.now.key for move in moves.moves}
    assert on_both == now.keys() & before.keys()
    assert {each.key for each in moves.new} == now.keys() - before.keys()
    assert {each.key for each in moves.gone} == before.keys() - now.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_is_shown_with_changes_and_ones_own_row(language: str) -> None:
    """The first ten ranks are shown, then the reader's row and the number of others."""
    many = shown(*(row(number, f"Membru {number}", 200 - number) for number in range(1, 25)))
    text = words(list_text(many, None, "membru 17"), language)
    assert "10. Membru 10 190" in text
    assert "11. Membru 11" not in text
    assert "17. Membru 17 183" in text
    assert "14" in text.splitlines()[-1]

    text = words(list_text(NOW, BEFORE, "ana pop"), language)
    assert "1. Ion Rus 181 +11 ↑" in text
    assert "2. Ana Pop 175 −5 ↓" in text
    assert "3. Dan Luca 160 =" in text


def test_moves_are_listed() -> None:
    """The most important moves are first."""
    lines = words(moves_text(NOW, BEFORE)).splitlines()
    assert lines[1] == "Față de lista din 1 februarie 2025:"
    assert lines[2:4] == ["Au urcat", "Ion Rus: 170 → 181 (+11 ↑)"]
    assert lines[-2:] == ["Noi: Șerban Țuțu", "Nu mai sunt pe listă: Vlad Popa"]


def test_a_rating_below_zero_has_a_minus_sign() -> None:
    """A picture writes −5, as messages do."""
    below = shown(row(1, "Ana Pop", -5))
    view = page_view(list_table(below, None), below, 0, words)

    assert "−5" in view.rows[0].cells


def test_many_newcomers_are_named_up_to_a_number() -> None:
    """A name with a comma stays one name, and the others are counted."""
    many = [row(number, f"Pop, Ana {number}", 200 - number) for number in range(1, 19)]
    last_line = words(moves_text(shown(*many), shown())).splitlines()[-1]

    assert last_line.startswith("Noi: Pop, Ana 1, Pop, Ana 2, ")
    assert last_line.endswith(", Pop, Ana 15 și încă 3")


def test_the_picture_marks_ones_own_row_and_parts_those_without_a_place() -> None:
    """Changes have a column only if there is an earlier list."""
    view = page_view(list_table(NOW, BEFORE, "ana pop"), NOW, 0, words)

    assert [each.cells[1] for each in view.rows if each.kind is ListingRowKind.MARKED] == [
        "Ana Pop"
    ]
    assert [each.cells[0] for each in view.rows if each.kind is ListingRowKind.HEADING] == [
        "Provizorii"
    ]
    assert [column.heading for column in view.columns] == [
        "loc",
        "jucător",
        "rating",
        "±",
        "partide",
    ]
    alone = page_view(list_table(NOW, None), NOW, 0, words)
    assert [column.heading for column in alone.columns] == ["loc", "jucător", "rating", "partide"]
    assert all(len(each.cells) == len(alone.columns) for each in alone.rows)


def test_long_lists_take_several_pictures() -> None:
    """Every row of a long list is on exactly one picture."""
    rows = [row(number, f"J{number}", 300 - number) for number in range(1, 96)]
    many = shown(*rows)
    table = list_table(many, None)
    pages = [page_view(table, many, page, words) for page in range(table.pages)]
    found = [each for page in pages for each in page.rows]

    assert len(pages) == 3
    assert pages[1].footer.endswith(" · 2/3")
    assert [each.cells[1] for each in found] == [each.player for each in rows]
    view = list_message(many, None, Viewer(), page=1)
    data = [button.data for line in view.buttons for button in line]
    assert data[:2] == ["list:t:p7:0", "list:t:p7:2"]
    moves = moves_table(many, many)
    assert moves.pages == 3
    assert len(moves.view(2, words).rows) == 95 - 2 * MOST_ROWS


def test_only_a_keeper_is_offered_to_publish_and_only_what_is_not() -> None:
    """The right is checked again at the press."""

    def ways(of: StoredList, viewer: Viewer) -> set[str]:
        buttons = list_message(of, BEFORE, viewer).buttons
        return {button.data.split(":")[1] for line in buttons for button in line}

    keeper = Viewer(may_publish=True)
    private = shown(*NOW.rows, version=0)
    assert "p" in ways(private, keeper)
    assert "p" not in ways(private, Viewer()) | ways(NOW, keeper)
    assert {"k", "w", "m", "c", "x"} <= ways(private, Viewer())
    assert moves_message(NOW, BEFORE).picture == RatingMovesPage("p7", 0)


def test_histories_end_with_the_last_list() -> None:
    """A line for each player who is on any list; the first and last days are named."""
    days = [date(2024, month, 1) for month in range(1, 13)]
    history = {
        "ana pop": [(day, row(1, "Ana Pop", 150 + number)) for number, day in enumerate(days)],
        "nimeni": [],
    }
    view = chart_view(shown(), history, {}, days, words)

    assert [one.name for one in view.series] == ["Ana Pop"]
    assert view.series[0].points[-1] == (days[-1], 161)
    assert (view.ticks[0], view.ticks[-1]) == ((days[0], "ian. 2024"), (days[-1], "dec. 2024"))
    assert len(view.ticks) <= 6
    assert view.footer == "12 liste"


def test_a_short_history_names_days() -> None:
    """Within a season the chart's labels are days, not one month repeatedly."""
    days = [date(2025, month, day) for month in (1, 2) for day in (4, 11, 18, 25)]
    history = {"ana pop": [(day, row(1, "Ana Pop", 150)) for day in days]}

    ticks = [named for _, named in chart_view(shown(), history, {}, days, words).ticks]

    assert (ticks[0], ticks[-1]) == ("4 ian.", "25 feb.")
    assert len(set(ticks)) == len(ticks)


def test_an_unpublished_list_replaces_the_published_one_of_its_day_and_ends_the_chart() -> None:
    """Its rows are the last ones, and the chart counts one list a day."""
    days = [date(2025, month, 1) for month in (1, 2, 3)]
    history = {
        key: [(day, row(1, key.title(), 150)) for day in days] for key in ("ana pop", "ion rus")
    }
    second_version = shown(row(1, "Ana Pop", 170), version=0, day=days[1])

    view = chart_view(second_version, history, {}, days, words)

    assert view.footer == "2 liste"
    assert [one.points for one in view.series] == [
        ((days[0], 150), (days[1], 170)),
        ((days[0], 150),),
    ]


def test_a_chart_has_a_point_for_each_tournament() -> None:
    """A chart has a point for each tournament, also before the first list."""
    on = [date(2025, 3, day) for day in (1, 8, 15, 22)]
    history = {"ana pop": [(on[1], row(1, "Ana Pop", 150)), (on[2], row(1, "Ana Pop", 160))]}
    course = {"ana pop": [(on[0], 140), (on[2], 155), (on[3], 170)]}

    (series,) = chart_view(shown(), history, course, on[1:3], words).series

    assert series.points == ((on[0], 140), (on[1], 150), (on[2], 160))


@pytest.mark.parametrize(
    ("typed", "key", "near"),
    [
        ("ana POP", "ana pop", ()),
        ("  Țuțu   Șerban ", "serban tutu", ()),
        ("serban", "serban tutu", ()),
        ("Ana Popp", "", ("ana pop",)),
        ("pop", "", ("ana pop", "vlad popa")),
        ("Zoe", "", ()),
        ("", "", ()),
    ],
)
def test_a_typed_name_is_understood(typed: str, key: str, near: tuple[str, ...]) -> None:
    """The whole name, one unique word, or a similar name is enough."""
    known = {fold(name): name for name in NAMES}
    found = find_player(typed, known)

    assert (found.key, set(near) <= set(found.near)) == (key, True)
    if not typed.strip() or typed == "Zoe":
        assert found.near == ()


@pytest.mark.parametrize(
    ("typed", "key", "near"),
    [
        ("Ion Rus", "#8", ()),
        ("rus", "#8", ()),
        ("Ion Ruz", "", ("#8",)),
        ("Ana Pop", "", ("#7", "#9")),
        ("#8", "", ()),
    ],
)
def test_a_typed_name_is_understood_on_nightly_lists(
    typed: str, key: str, near: tuple[str, ...]
) -> None:
    """Their keys are numbers of people; of two people of one name neither is chosen."""
    known = {"#7": "Ana Pop", "#8": "Ion Rus", "#9": "Ana Pop"}

    assert find_player(typed, known) == NamedPlayer(text=typed, key=key, near=near)


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("Ana Pop, Ion Rus", ["#7", "#8"]),
        ("Luca, Dan; rus", ["#9", "#8"]),
        ("Ana Pop\n\nLuca, Dan", ["#7", "#9"]),
        ("Zoe, Ana Pop", ["", "#7"]),
        ("ana, ion, dan, ana", ["#7", "#8", "#9"]),
        (" , ;", []),
    ],
)
def test_several_typed_names_are_understood(typed: str, keys: list[str]) -> None:
    """Commas separate names, unless a list has a name with a comma; surplus ones are left out."""
    known = {"#7": "Ana Pop", "#8": "Ion Rus", "#9": "Luca, Dan"}

    assert [named.key for named in find_players(typed, known, 3)] == keys


def test_all_people_of_one_name_are_drawn() -> None:
    """A name that several people on a nightly list share means each of them."""
    known = {"#7": "Ana Pop", "#8": "Ion Rus", "#9": "Ana Pop", "#10": "Pop Ana"}

    assert [named.key for named in find_players("Ana Pop, rus", known, 7)] == ["#7", "#9", "#8"]
    assert [named.key for named in find_players("pop", known, 7)] == [""]


@pytest.mark.parametrize(("language", "either"), [("ro", "poate"), ("en", "perhaps")])
def test_players_of_similar_names_are_distinguished(language: str, either: str) -> None:
    """The answer lists them as alternatives; an unusual name stays in one piece."""
    names = ("Levi, Ana", "שרה לוי", "محمد علي")
    known = {name: name for name in names}
    text = unknown_text(NamedPlayer(text="x", near=names), known, most=3)
    shown = load_catalogue(language).html(text)
    last = "sau" if language == "ro" else "or"
    pieces = "Levi, Ana, \u2068שרה לוי\u2069 " + last + " \u2068محمد علي\u2069"
    assert shown.endswith(f"{either} {pieces}")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", ListRequest()),
        ("frs", ListRequest(system="frs")),
        ("FRS clasic 2025-03-01", ListRequest(system="frs", kind="classic", day=date(2025, 3, 1))),
        ("anticipație", ListRequest(system="frs", kind="anticipation")),
        (
            "lista duplicat eliptic din 1.03.2025",
            ListRequest(system="frs", kind="elliptic", day=date(2025, 3, 1)),
        ),
        ("clasică, frs.", ListRequest(system="frs", kind="classic")),
        ("frs eliptice", ListRequest(system="frs", kind="elliptic")),
        ("pfs temporare", ListRequest(system="pfs", kind="temporary")),
        ("absp 1.03", ListRequest(system="absp", day=date(2025, 3, 1))),
    ],
)
def test_a_list_is_asked_for_in_any_order(text: str, wanted: ListRequest) -> None:
    """Both languages work, with or without diacritics."""
    assert read_request(text, TODAY) == wanted


@pytest.mark.parametrize(
    "text",
    ["frs xyz", "frs 2025-13-01", "frs 31.02", "frs absp", "clasic eliptic", "frs 1.03 2.03"],
)
def test_what_is_not_understood_is_said(text: str) -> None:
    """The answer names the unknown word, the error in the date, or asks for one list alone."""
    with pytest.raises(NotationError):
        read_request(text, TODAY)


def test_versions_are_named() -> None:
    """A list that is not published says so; a first version says no number."""
    for version, label in ((0, "nepublicată"), (1, "publicată"), (2, "versiunea 2")):
        text = list_text(replace(NOW, version=version), None, None)
        assert f"({label})" in words(text)
