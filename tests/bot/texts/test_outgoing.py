import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts.i18n import load_catalogue
from bot.texts.languages import LANGUAGES
from bot.texts.messages import Button, GroupTopic, Notice, Param, Relayed, Text, say
from bot.texts.outgoing import notice_from_json, notice_to_json, text_from_json, text_to_json
from bot.texts.pictures import (
    PICTURES,
    BoardShown,
    CompetitionSheet,
    Document,
    DocumentKind,
    Picture,
    RatingChart,
    RatingListPage,
    RatingMovesPage,
    StandingsPicture,
    TablePage,
    TimeSheet,
)

st.register_type_strategy(
    RatingChart,
    st.builds(
        RatingChart,
        st.text(max_size=5),
        st.integers(0),
        st.lists(st.sampled_from(["ana pop", "ion rus", ""])).map(tuple),
    ),
)
facts: st.SearchStrategy[Param] = st.none() | st.integers() | st.text(max_size=20)
texts = st.recursive(
    st.builds(Text, st.text(max_size=9), st.dictionaries(st.text(max_size=5), facts, max_size=3)),
    lambda inner: st.builds(
        Text,
        st.text(max_size=9),
        st.dictionaries(
            st.text(max_size=5),
            facts | inner | st.lists(inner | st.text(max_size=5), max_size=2),
            max_size=2,
        ),
    ),
    max_leaves=4,
)
instants = st.none() | st.datetimes(timezones=st.just(UTC))
notices = st.builds(
    Notice,
    to=st.integers(),
    text=st.none() | texts,
    buttons=st.lists(
        st.lists(
            st.builds(Button, texts, data=st.text(max_size=9), words=st.none() | texts), max_size=2
        ).map(tuple),
        max_size=2,
    ).map(tuple),
    pictures=st.lists(
        st.one_of([st.from_type(each) for each in PICTURES.values()]),
        max_size=2,
    ).map(tuple),
    document=st.none() | st.builds(Document, st.sampled_from(DocumentKind), st.text(max_size=5)),
    relayed=st.none()
    | st.builds(
        Relayed,
        *(st.text(max_size=5), st.text(max_size=5), st.booleans()),
        *(st.integers(0, 9), st.integers(0, 9), st.text(max_size=5)),
    ),
    edits=st.none() | st.integers(1),
    answers=st.text(max_size=5),
    alert=st.booleans(),
    silent=st.booleans(),
    reply_to=st.none() | st.integers(1),
    dedup=st.text(max_size=5),
    about=st.text(max_size=5),
    is_copy=st.booleans(),
    topic=st.none() | st.builds(GroupTopic, st.text(max_size=5), st.text(max_size=5)),
    thread=st.none() | st.integers(1),
    not_before=instants,
    expires=instants,
)


@given(texts)
def test_a_text_comes_back_from_the_outbox_unchanged(text: Text) -> None:
    """Keys, facts and texts within texts survive being stored as JSON."""
    assert text_from_json(json.loads(json.dumps(text_to_json(text)))) == text


@given(notices)
def test_a_notice_comes_back_from_the_outbox_unchanged(notice: Notice) -> None:
    """Every field of a notice survives being stored as JSON."""
    assert notice_from_json(json.loads(json.dumps(notice_to_json(notice)))) == notice


def test_a_plain_notice_is_stored_in_few_words() -> None:
    """Empty fields are not written, so rows stay small and readable."""
    notice = Notice(to=7, text=say("move.sent", score=20), expires=datetime(2025, 5, 3, tzinfo=UTC))

    assert notice_to_json(notice) == {
        "to": 7,
        "text": {"key": "move.sent", "params": {"score": 20}},
        "expires": "2025-05-03T00:00:00+00:00",
    }


OLD_PICTURES: list[tuple[Picture, dict[str, object]]] = [
    (
        CompetitionSheet("K7QF/1", 4),
        {"kind": "competition_sheet", "game": "K7QF/1", "seq": 4},
    ),
    (TimeSheet("K7QF/1", 4), {"kind": "time_sheet", "game": "K7QF/1", "seq": 4}),
    (BoardShown("K7QF/1", 4), {"kind": "board", "game": "K7QF/1", "seq": 4}),
    (
        BoardShown("K7QF/1", 4, "H8 CASA"),
        {"kind": "board", "game": "K7QF/1", "seq": 4, "preview": "H8 CASA"},
    ),
    (
        StandingsPicture("CN25", 31, "0:A:p:0:1f"),
        {"kind": "standings", "game": "CN25", "seq": 31, "table": "0:A:p:0:1f"},
    ),
    (RatingListPage("p7", 2), {"kind": "rating_list", "game": "p7", "seq": 2}),
    (
        RatingListPage("p7", 0, "ana pop"),
        {"kind": "rating_list", "game": "p7", "seq": 0, "table": "ana pop"},
    ),
    (RatingMovesPage("p7", 1), {"kind": "rating_moves", "game": "p7", "seq": 1}),
    (
        RatingChart("p7", 9, ("ana pop", "ion rus")),
        {"kind": "rating_chart", "game": "p7", "seq": 9, "table": "ana pop\nion rus"},
    ),
    (TablePage("12.0", 3), {"kind": "page", "game": "12.0", "seq": 3}),
]


@pytest.mark.parametrize(("picture", "stored"), OLD_PICTURES)
def test_pictures_that_wait_are_read_whatever_version_queued_them(
    picture: Picture, stored: dict[str, object]
) -> None:
    """Old rows of any kind are sent, and an older version can read the new ones."""
    assert notice_from_json({"to": 7, "pictures": [stored]}).pictures == (picture,)
    assert notice_to_json(Notice(to=7, pictures=(picture,)))["pictures"] == [stored]


OLD_TEXTS: list[tuple[dict[str, object], Text]] = [
    (
        {
            "key": "forget.ask",
            "params": {"playing": [{"key": "forget.places", "params": {"n": 2}}]},
        },
        say(
            "forget.ask",
            playing=[say("forget.places", n=2)],
            obligations=[say("forget.places", n=2)],
        ),
    ),
    (
        {
            "key": "operator.forget",
            "params": {
                "who": "Ana Pop",
                "number": "7",
                "where": None,
                "playing": 1,
                "waiting": 0,
                "ruling": 0,
                "places": 2,
            },
        },
        say(
            "operator.forget",
            who="Ana Pop",
            number="7",
            where=None,
            playing=1,
            waiting=0,
            ruling=0,
            places=2,
            leading=None,
        ),
    ),
    ({"key": "claim.words_please", "params": {}}, say("fault.statement_empty")),
    ({"key": "button.comp.earlier", "params": {}}, say("button.plain", label="◀️")),
    ({"key": "button.comp.later", "params": {}}, say("button.plain", label="▶️")),
]


@pytest.mark.parametrize(("stored", "text"), OLD_TEXTS)
def test_texts_that_an_earlier_version_queued_can_be_worded(
    stored: dict[str, object], text: Text
) -> None:
    """A key that is gone is replaced, and a fact that was not stored yet is empty."""
    assert text_from_json(stored) == text
    for language in LANGUAGES:
        assert load_catalogue(language).html(text_from_json(stored))


def test_the_preview_of_a_season_that_an_earlier_version_queued_can_be_worded() -> None:
    """Its games beside stood below it, in a text of their own."""
    facts: dict[str, object] = {
        "title": "Cupa",
        "start": "2025-05-03",
        "closing": "2025-06-03",
        "players": 3,
        "number": 3,
        "layout": None,
        "remarks": None,
        "standings": [],
        "results": [],
    }
    text = text_from_json({"key": "import.shown_season", "params": facts})

    assert text.params["beside"] is None
    for language in LANGUAGES:
        assert "Cupa" in load_catalogue(language).html(text)
