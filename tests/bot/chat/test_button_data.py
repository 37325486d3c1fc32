"""Each button's verb has one description, and buttons that were sent earlier still work."""

import re
from datetime import UTC, date, datetime
from typing import Any

import pytest

from bot.chat import routes
from bot.texts.buttons import (
    analysis,
    cases,
    competitions,
    conversation,
    days,
    matches,
    people,
    play,
    ratings,
)
from bot.texts.buttons.verb import Verb
from engine.cases.events import CaseId
from engine.errors import GameStateError
from engine.games.events import Ending
from engine.ids import CompetitionCode, GameId, MatchCode, PersonId, Seat
from engine.matches.correspondence_events import GameState
from engine.matches.events import LiftableAct, Statement

CASE, GAME, ANA = CaseId("K7QF/1#2"), GameId("K7QF/1"), PersonId(7)
MATCH, CUP, MAY = MatchCode("K7QF"), CompetitionCode("CUPA"), (date(2026, 5, 3), date(2026, 5, 10))
AT = datetime.fromtimestamp(1_700_000_000, UTC)
SENT: dict[str, tuple[Verb[..., Any], tuple[Any, ...]]] = {
    "gal:CUPA": (competitions.GALLERY, (CUP,)),
    "gal:CUPA:1": (competitions.GALLERY, (CUP, "1")),
    "find:1:emil ana": (competitions.FOUND, ("1", "emil ana")),
    "who:CUPA:3": (competitions.PLAYER, (CUP, 3)),
    "who:CUPA:3:1": (competitions.PLAYER, (CUP, 3, "1")),
    "k:K7QF/1#2:open": (cases.CASE, (CASE, "open")),
    "k:K7QF/1#2:back:yes": (cases.CASE, (CASE, "back", "yes")),
    "k:K7QF/1#2:more:score": (cases.CASE, (CASE, "more", "score")),
    "k:K7QF/1#2:more:score:3": (cases.CASE, (CASE, "more", "score", "3")),
    "k:K7QF/1#2:points:12": (cases.CASE, (CASE, "points", "12")),
    "rule:K7QF/1#2:penalty.blue.p0.3": (cases.RULE, (CASE, "penalty.blue.p0.3")),
    "word:K7QF/1#2:word_valid.w0:dex": (cases.WORD, (CASE, "word_valid.w0", "dex")),
    "time:K7QF/1:red": (cases.TIME, (GAME, "red")),
    "time:K7QF/1:both": (cases.TIME, (GAME, "both")),
    "asplayed:K7QF/1:blue": (cases.AS_PLAYED, (GAME, "blue")),
    "verdict:K7QF/1:no_show:red": (cases.VERDICT, (GAME, Ending.NO_SHOW, Seat.RED)),
    "cl:K7QF/1:word": (cases.CLAIM, (GAME, "word")),
    "cl:K7QF/1:word:+2": (cases.CLAIM, (GAME, "word", "+2")),
    "cl:K7QF/1:word:s4:*": (cases.CLAIM, (GAME, "word", "s4", "*")),
    "cl:K7QF/1:word:s4::apart": (cases.CLAIM, (GAME, "word", "s4", "", "apart")),
    "claim:Zm9vYmFy": (cases.FILE, ("Zm9vYmFy",)),
    "ask:Zm9vYmFy": (cases.ASK, ("Zm9vYmFy",)),
    "remark:K7QF": (cases.REMARK, ("K7QF",)),
    "person:card:7:": (cases.PLAYER, ("card", ANA, CompetitionCode(""))),
    "person:wait:7:CUPA": (cases.PLAYER, ("wait", ANA, CompetitionCode("CUPA"))),
    "bulk:new:0": (cases.BULK, ("new", 0)),
    "bulk:group:1:Grupa A": (cases.BULK, ("group", 1, "Grupa A")),
    "bulk:files:10": (cases.BULK, ("files", 10)),
    "bulk:files:0:2": (cases.BULK, ("files", 0, "2")),
    "mesa::0": (cases.TASKS, ("", "0")),
    "mesa:letter:2": (cases.TASKS, ("letter", "2")),
    "mesa:wait:K7QF/1": (cases.TASKS, ("wait", "K7QF/1")),
    "mesa:open:silence:K7QF/1": (cases.OPEN_TASK, (cases.TaskKind.SILENCE, "K7QF/1")),
    "lift:stay:CUPA:7": (cases.LIFT, ("stay", "CUPA:7")),
    "lift:act:K7QF:taken_over:1700000000:7": (
        cases.LIFT_ACT,
        (MATCH, LiftableAct.TAKEN_OVER, AT, ANA),
    ),
    "lift:resume:CUPA:1700000000:7": (cases.RESUME, (CUP, AT, ANA)),
    "because:1": (cases.BECAUSE, (1,)),
    "because:1:aBcDeFgHiJkL": (cases.BECAUSE, (1, "aBcDeFgHiJkL")),
    "decide:Zm9vYmFy": (cases.DECIDE, ("Zm9vYmFy",)),
    "rereason:Zm9vYmFy": (cases.OTHER_REASON, ("Zm9vYmFy",)),
    "undecide": (cases.UNDECIDE, ()),
    "undecide:Zm9vYmFy": (cases.UNDECIDE, ("Zm9vYmFy",)),
    "send:Zm9vYmFy": (play.SEND, ("Zm9vYmFy",)),
    "undo:Zm9vYmFy:K7QF/1": (play.TAKE_BACK, ("Zm9vYmFy", GAME)),
    "drop:Zm9vYmFy": (play.DROP, ("Zm9vYmFy",)),
    "other:Zm9vYmFy": (play.OTHER, ("Zm9vYmFy",)),
    "sheet:4711:": (play.SHEET, (4711, GameId(""))),
    "sheet:4711:K7QF/1": (play.SHEET, (4711, GAME)),
    "askc:K7QF/1:H8 CASA>I8 MARE;J3 OM": (
        play.ASK_CONDITION,
        (GAME, "H8 CASA>I8 MARE;J3 OM"),
    ),
    "pass:K7QF/1": (play.PASS, (GAME,)),
    "pick:K7QF/1": (play.PICK, (GAME,)),
    "pick:K7QF/1:Zm9vYmFy": (play.PICK, (GAME, "Zm9vYmFy")),
    "as:K7QF/1:1": (play.READ_AS, (GAME, 1)),
    "as:K7QF/1:1:Zm9vYmFy": (play.READ_AS, (GAME, 1, "Zm9vYmFy")),
    "show:K7QF/1:board": (play.SHOW, (GAME, "board")),
    "games:2": (play.GAMES, (2,)),
    "for:note:K7QF/1:9": (play.WRITE_FOR, ("note", GAME, "9")),
    "note:5:1700000000": (play.NOTE, (5, AT)),
    "cond:5:1700000000": (play.CONDITION, (5, AT)),
    "nb:K7QF/1:3:14:s:2": (play.NOTEBOOK, (GAME, 3, 14, "s", "2")),
    "nb:K7QF/1:3:14:g:": (play.NOTEBOOK, (GAME, 3, 14, "g", "")),
    "next": (play.NEXT, ()),
    "enter:K7QF/1": (play.ENTER, (GAME,)),
    "ent:Zm9vYmFy:ok": (play.ENTRY, ("Zm9vYmFy", "ok")),
    "ent:Zm9vYmFy:rec:20260504": (play.ENTRY, ("Zm9vYmFy", "rec", date(2026, 5, 4))),
    "entok:Zm9vYmFy:no": (play.ENTRY_OK, ("Zm9vYmFy", "no")),
    "leave:7": (days.LEAVE, (ANA,)),
    "leave:7:CUPA": (days.LEAVE, (ANA, "CUPA")),
    "unleave:20260503:20260510": (days.WITHDRAW_LEAVE, MAY),
    "unleave:20260503:20260510:7": (days.WITHDRAW_LEAVE, (*MAY, ANA)),
    "chleave:20260503:20260510:7": (days.CHANGE_LEAVE, (*MAY, ANA)),
    "chleave:20260503:20260510:7:CUPA": (days.CHANGE_LEAVE, (*MAY, ANA, "CUPA")),
    "swleave:20260503:20260510:20260503:20260510:7": (days.REPLACE_LEAVE, (*MAY, *MAY, ANA)),
    "swleave:20260503:20260510:20260503:20260510:1234567:CNSR26-12": (
        days.REPLACE_LEAVE,
        (*MAY, *MAY, PersonId(1234567), "CNSR26-12"),
    ),
    "ext:K7QF/1": (days.EXTENSION, ("K7QF/1",)),
    "ext:K7QF/1:both:-3": (days.EXTENSION, ("K7QF/1", "both", "-3")),
    "give:K7QF/1:red": (days.GIVE_DAYS, ("K7QF/1", "red")),
    "outage:20260503:20260510:undo": (days.OUTAGE, (*MAY, "undo")),
    "arch:2": (matches.ARCHIVE, (2,)),
    "archg:K7QF/1": (matches.ARCHIVED, (GAME,)),
    "back:K7QF/1:14:0": (matches.JUDGE, (GAME, 14, "0")),
    "back:K7QF/1:14:ok": (matches.JUDGE, (GAME, 14, "ok")),
    "back:K7QF/1:14:0:yes": (matches.JUDGE, (GAME, 14, "0", True)),
    "quit:K7QF/1": (matches.RESIGN, (GAME,)),
    "quit:K7QF/1:a1b2c3-d4e5f6": (matches.RESIGN, (GAME, "a1b2c3-d4e5f6")),
    "offer:K7QF/1": (matches.OFFER, (GAME,)),
    "int:K7QF/1:sure": (matches.ANSWER_OFFER, (GAME, "sure")),
    "keep": (matches.KEEP, ()),
    "keep:letter": (matches.KEEP, ("letter",)),
    "keep:letter:Zm9vYmFy": (matches.KEEP, ("letter", "Zm9vYmFy")),
    "matches:p:1": (matches.PAGE_OF_MATCHES, (1,)),
    "matches:p:1:Ana: Pop": (matches.PAGE_OF_MATCHES, (1, "Ana: Pop")),
    "matches:m:K7QF": (matches.ONE_MATCH, (MATCH,)),
    "ret:K7QF": (matches.RETURN_GAME, (MATCH,)),
    "lateret:K7QF": (matches.LATE_RETURN, (MATCH,)),
    "res:K7QF:yes": (matches.RESULTS, (MATCH, "yes")),
    "resc:K7QF": (matches.SHOW_RESULTS, (MATCH,)),
    "noreason:K7QF": (matches.NO_REASON, (MATCH,)),
    "hom:K7QF": (matches.APPROVE, (MATCH,)),
    "hom:K7QF:all_the_same": (matches.APPROVE, (MATCH, "all_the_same")),
    "homc:K7QF": (matches.RESULTS_CARD, (MATCH,)),
    "hompage:CUPA:1": (matches.PAGE_OF_RESULTS, (CUP, 1)),
    "homall::3": (matches.APPROVE_ALL, (CompetitionCode(""), "3")),
    "stare:show:CUPA": (matches.STATES, ("show", "CUPA")),
    "stare:say:K7QF/1:waiting": (matches.TELL_STATE, (GAME, GameState.WAITING)),
    "own:ask:K7QF:1": (matches.ASK_OWN, (MATCH, 1)),
    "own:put:K7QF:2:1,05 0,95": (matches.PUT_OWN, (MATCH, 2, "1,05 0,95")),
    "own:take:K7QF:7": (matches.TAKE_OWN, (MATCH, ANA)),
    "own:take": (matches.OWN, ("take",)),
    "matches:m": (matches.MATCHES, ("m",)),
    "import:Zm9vYmFy:yes": (matches.IMPORT, ("Zm9vYmFy", "yes")),
    "import:Zm9vYmFy:show:2": (matches.IMPORT, ("Zm9vYmFy", "show", "2")),
    "verify:match:K7QF": (matches.VERIFY, ("match", "K7QF")),
    "meci:Zm9vYmFy:yes": (matches.DRAFT, ("Zm9vYmFy", "yes")),
    "places:K7QF": (matches.PLACES, (MATCH,)),
    "places:K7QF:free:7": (matches.PLACES, (MATCH, "free", ANA)),
    "name:yes:9": (matches.CORRECT_NAME, ("yes", "9")),
    "play:10:2": (matches.PLAY, (10, 2)),
    "play:5:1:link": (matches.PLAY, (5, 1, "link")),
    "play:5:1:link:yes": (matches.PLAY, (5, 1, "link", True)),
    "play:5:1:::0a1b2c3d": (matches.PLAY, (5, 1, "", False, "0a1b2c3d")),
    "reqs:0": (matches.REQUESTS, (0,)),
    "req:Zm9vYmFy:off": (matches.REQUEST, ("Zm9vYmFy", "off")),
    "again:K7QF": (matches.REMATCH, (MATCH,)),
    "apart:": (matches.BLOCKS, ("",)),
    "apart:match:K7QF": (matches.BLOCKS, ("match", "K7QF")),
    "train": (matches.PRACTICE, ()),
    "train:easy:": (matches.PRACTICE, ("easy", GameId(""))),
    "train:new:K7QF/1": (matches.PRACTICE, ("new", GAME)),
    "would:K7QF/1": (matches.WOULD_PLAY, (GAME,)),
    "onclock:K7QF/1": (matches.CLAIM_ON_TIME, (GAME,)),
    "hand:K7QF": (matches.HAND_OVER, (MATCH,)),
    "hand:K7QF:::1": (matches.HAND_OVER, (MATCH, None, False, 1)),
    "an:show:K7QF/1": (analysis.ANALYSIS, ("show", GAME)),
    "an:season": (analysis.ANALYSIS, ("season",)),
    "office:": (people.OFFICE, (None,)),
    "office:7": (people.OFFICE, (ANA,)),
    "office:7:yes": (people.OFFICE, (ANA, True)),
    "office:::1": (people.OFFICE, (None, False, 1)),
    "join:Zm9vYmFy:again": (people.JOIN, ("Zm9vYmFy", "again")),
    "move:Zm9vYmFy:yes": (people.MOVE, ("Zm9vYmFy", "yes")),
    "same:7": (people.SAME_PERSON, (ANA,)),
    "same:7:8": (people.SAME_PERSON, (ANA, PersonId(8))),
    "same:7:8:yes": (people.SAME_PERSON, (ANA, PersonId(8), True)),
    "writer:K7QF": (people.WRITER, (MATCH,)),
    "writer:K7QF:7:8": (people.WRITER, (MATCH, ANA, PersonId(8))),
    "writer:K7QF:7:8:all": (people.WRITER, (MATCH, ANA, PersonId(8), "all")),
    "lang:en": (people.LANGUAGE, ("en",)),
    "cal:new": (people.CALENDAR, ("new",)),
    "mail:new": (people.EMAIL, ("new",)),
    "set:": (people.SET, ("",)),
    "set:city": (people.SET, ("city",)),
    "set:zone:Europe/Bucharest": (people.SET, ("zone", "Europe/Bucharest")),
    "mydata": (people.MY_DATA, ()),
    "forget": (people.FORGET, ()),
    "forget:yes": (people.FORGET, (True,)),
    "card:K7QF/1#2:7:4711": (conversation.REPLY_TO_CARD, (CASE, "7", "4711")),
    "letter:": (conversation.LETTER, ("",)),
    "letter:K7QF/1#w7": (conversation.LETTER, ("K7QF/1#w7",)),
    "means:K7QF:show": (conversation.CHANNEL, (MATCH, "show")),
    "means:K7QF:yes:s:whatsapp": (conversation.CHANNEL, (MATCH, "yes", "s:whatsapp")),
    "hush:K7QF/1:on": (conversation.MUTE, ("K7QF/1", "on")),
    "write:K7QF/1": (conversation.WRITE, (GAME,)),
    "line:!K7QF/1:4711": (conversation.LINE, ("!K7QF/1", "4711")),
    "report:K7QF/1": (conversation.REPORT, (GAME,)),
    "report:K7QF/1:yes": (conversation.REPORT, (GAME, True)),
    "gag:K7QF:off": (conversation.BLOCK, ("K7QF", "off")),
    "help:": (conversation.HELP, ("",)),
    "help:more": (conversation.HELP, ("more",)),
    "reg:7.2": (conversation.REGULATION, ("7.2",)),
    "article:8.1": (conversation.ARTICLE, ("8.1",)),
    "another": (matches.ANOTHER, ()),
    "wantarb:K7QF": (matches.ASK_ARBITER, (MATCH,)),
    "wantarb:K7QF:yes": (matches.ASK_ARBITER, (MATCH, True)),
    "takearb:K7QF": (matches.TAKE_MATCH, (MATCH,)),
    "offvol:7": (people.VOLUNTEER, (ANA,)),
    "offvol:7:yes": (people.VOLUNTEER, (ANA, True)),
    "hand:K7QF:7:yes": (matches.HAND_OVER, (MATCH, ANA, True)),
    "handback:K7QF": (matches.HAND_BACK, (MATCH,)),
    "c:CUPA:card": (competitions.CARD, (CUP, "card")),
    "c:CUPA:p:7": (competitions.CARD, (CUP, "p", "7")),
    "c:CUPA:commit:yes": (competitions.CARD, (CUP, "commit", "yes")),
    "c:CUPA:wd:7:yes": (competitions.CARD, (CUP, "wd", "7", "yes")),
    "c:CUPA:res:7:9": (competitions.CARD, (CUP, "res", "7", "9")),
    "c:CUPA:today:final:2026-05-10": (competitions.CARD, (CUP, "today", "final", "2026-05-10")),
    "c:CUPA:main:7:yes": (competitions.CARD, (CUP, "main", "7", "yes")),
    "c:CUPA:pub:initials": (competitions.CARD, (CUP, "pub", "initials")),
    "cn:new": (competitions.NEW, ("new",)),
    "cn:set:title:": (competitions.ANSWER_NEW, ("title", "")),
    "cn:set:final:2026-05-03 2026-05-10": (
        competitions.ANSWER_NEW,
        ("final", "2026-05-03 2026-05-10"),
    ),
    "cn:ask:groups": (competitions.ASK_NEW, ("groups",)),
    "std:CUPA": (competitions.TABLE, (CUP,)),
    "std:CUPA:t:0:A:h": (competitions.TABLE, (CUP, "t", "0:A:h")),
    "grp:CUPA": (competitions.GROUP, (CUP,)),
    "grp:CUPA:off": (competitions.GROUP, (CUP, "off")),
    "copies:archive": (competitions.COPIES, ("archive",)),
    "retire:c:CUPA": (competitions.WITHDRAW, ("c", "CUPA")),
    "retire:r:K7QF:1a2b": (competitions.WITHDRAW, ("r", "K7QF", "1a2b")),
    "state:K7QF/1:content": (competitions.STATE, (GAME, Statement.CONTENT)),
    "state:K7QF/1:content:7": (competitions.STATE, (GAME, Statement.CONTENT, ANA)),
    "su:CUPA:": (competitions.SIGN_UP, (CUP, "")),
    "su:CUPA:yes": (competitions.SIGN_UP, (CUP, "yes")),
    "close:CUPA": (competitions.END_ALL, (CUP,)),
    "close1:K7QF": (competitions.END_ONE, (MATCH,)),
    "how:": (conversation.HOW, ("",)),
    "how:terms": (conversation.HOW, ("terms",)),
    "mine:77": (conversation.AS_OWN, ("77",)),
    "lesson:1": (conversation.LESSON, (1,)),
    "lesson:1:send:H8 CASA": (conversation.LESSON, (1, "send", "H8 CASA")),
    "rat:system:frs": (ratings.RATING, (ratings.RatingStep.SYSTEM, "frs")),
    "rat:stop:Zm9vYmFy": (ratings.RATING, (ratings.RatingStep.STOP, "Zm9vYmFy")),
    "rat:comp:CUPA:Zm9vYmFy": (
        ratings.CHOOSE,
        (ratings.RatingStep.COMPETITION, "CUPA", "Zm9vYmFy"),
    ),
    "rat:league:0:Zm9vYmFy": (ratings.CHOOSE, (ratings.RatingStep.LEAGUE, "0", "Zm9vYmFy")),
    "list:t:p7:new": (ratings.LIST, ("t", "p7", "new")),
    "list:k:r12.classic:free": (ratings.LIST, ("k", "r12.classic", "free")),
    "list:x:p7": (ratings.LIST, ("x", "p7")),
    "myrating:unlink": (ratings.OWN, ("unlink",)),
    "myrating:yes:0": (ratings.OWN, ("yes", 0)),
    "myrating:chart:7": (ratings.OWN, ("chart", 7)),
    "cnis:scale": (ratings.SCALE, ("scale",)),
    "page:p:scale.23.12.1": (ratings.PAGE, ("p", "scale.23.12.1")),
    "page:t:12.senior:2": (ratings.PAGE, ("t", "12.senior", 2)),
}
"""A button as it was sent before its verb was described → its verb and arguments."""
SUBJECTS = (
    analysis,
    cases,
    competitions,
    conversation,
    days,
    matches,
    people,
    play,
    ratings,
)
DESCRIBED = [
    each for module in SUBJECTS for each in vars(module).values() if isinstance(each, Verb)
]


def test_a_button_that_was_sent_is_read_and_written_as_before() -> None:
    """The description reads the data of an earlier button, and packs the same data again."""
    for data, (verb, arguments) in SENT.items():
        read = verb.read(data.removeprefix(verb.name).removeprefix(":"))
        assert read[: len(arguments)] == arguments, data
        assert read == type(read)(*arguments), data
        assert verb.data(*arguments) == data


def test_a_day_with_hyphens_is_read_as_without() -> None:
    """Buttons wrote days as `2026-05-03` before they named a place, too."""
    for data, (verb, arguments) in SENT.items():
        earlier = re.sub(r"(?<=:)(2026)(05)(\d\d)", r"\1-\2-\3", data)
        read = verb.read(earlier.removeprefix(verb.name).removeprefix(":"))
        assert read[: len(arguments)] == arguments, earlier


def test_every_verb_is_described_and_was_tried() -> None:
    """No handler reads a button whose verb has no description, and each has an earlier example.

    A forwarded message that is made one's own is dispatched again, so it has no handler.
    """
    names = {each.name.partition(":")[0] for each in DESCRIBED}

    assert names == {*routes.BUTTONS, conversation.AS_OWN.name}
    assert {verb.name for verb, _ in SENT.values()} == {each.name for each in DESCRIBED}


@pytest.mark.parametrize(
    ("verb", "args"),
    [
        (cases.CASE, "K7QF/1#2"),
        (cases.PLAYER, "card:seven:"),
        (cases.BECAUSE, "-1"),
        (cases.BECAUSE, f"{10**18}"),
        (cases.OPEN_TASK, "nothing:K7QF/1"),
        (cases.VERDICT, "K7QF/1:no_show:green"),
        (competitions.STATE, "K7QF/1:nothing"),
        (competitions.STATE, "K7QF/1:content:ana"),
        (ratings.OWN, "yes:first"),
        (ratings.CHOOSE, "league:Zm9vYmFy"),
        (play.NOTE, f"5:{10**11}"),
        (play.ENTRY, "Zm9vYmFy:rec:2026-13-01"),
    ],
)
def test_a_button_that_the_bot_never_wrote_is_unknown(verb: Verb[..., Any], args: str) -> None:
    """A missing argument, or one that is no number or choice, is refused as an unknown button."""
    with pytest.raises(GameStateError) as refused:
        verb.read(args)

    assert [fault.code for fault in refused.value.faults] == ["button_unknown"]


@pytest.mark.parametrize("made_up", ["", "-1", "x", f"{10**4}"])
def test_a_page_that_the_bot_never_wrote_is_the_first(made_up: str) -> None:
    """A list that became shorter, or a page made up, shows a page that there is."""
    assert play.GAMES.read(made_up).page == 0
    assert matches.PAGE_OF_RESULTS.read(f"CUPA:{made_up}") == (CUP, 0)
