"""What is made of findings: sums, the best, sentences, a picture; and the process itself."""

import asyncio
import os
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.analysis import findings, process
from bot.analysis.field_comparison import stops
from bot.analysis.findings import (
    End,
    Findings,
    Label,
    Laid,
    Turn,
    account,
    findings_from_json,
    findings_to_json,
)
from bot.analysis.messages import MOST_SENTENCES, sentences
from bot.analysis.pictures import losses_view
from bot.analysis.season import OwnGame, OwnTurn, season_text
from bot.analysis.task import Task, task_from_json, task_to_json
from bot.runtime import processes
from bot.texts.i18n import catalogue
from engine.analysis import verdicts
from engine.games.events import EditionRef
from engine.ids import GameId, Seat
from engine.rulesets import NATIONAL_2025
from engine.words.lexicon import open_lexicon
from tests.builders import game_after

NAMES = {Seat.RED: "Ana Pop", Seat.BLUE: "Ion Rus"}


def turn(move: int, lost: int = 0, *, behind: int = 0, miss: str | None = None) -> Turn:
    """Return a turn of twenty points that lost so many."""
    best = Laid(position="H8", word="CURAT", points=20 + behind)
    return Turn(
        move=move,
        seat=Seat.RED if move % 2 == 0 else Seat.BLUE,
        made=Laid(position="H8", word="CASA", points=20),
        rank=1,
        of=100,
        best=best if lost else None,
        lost=lost,
        label=Label.ESTIMATED,
        behind=behind,
        sevens_missed=0,
        miss=miss if lost else None,
        line=(best, Laid(position="", word="PAS", points=0)) if lost else (),
    )


TURNS = st.builds(
    turn,
    st.integers(0, 40),
    st.integers(0, 90),
    behind=st.integers(0, 60),
    miss=st.sampled_from([None, "hook", "parallel", "extension"]),
)
ENDS = st.none() | st.builds(
    End,
    move=st.integers(0, 40),
    spread=st.none() | st.integers(-200, 200),
    coefficients=st.sampled_from([None, (Decimal("1.5312"), Decimal("0.4688"))]),
)
FINDINGS = st.builds(
    Findings,
    edition=st.just("lista"),
    turns=st.lists(TURNS, max_size=30).map(tuple),
    end=ENDS,
)


def test_the_version_is_that_of_the_figures() -> None:
    """Another version of the engine's analysis makes everything again."""
    assert findings.VERSION == verdicts.VERSION


@given(FINDINGS)
def test_findings_are_kept_as_they_are(found: Findings) -> None:
    """What is stored says the same when it is read."""
    assert findings_from_json(findings_to_json(found)) == found


@given(FINDINGS)
def test_a_trainer_says_at_most_six_sentences_in_either_language(found: Findings) -> None:
    """Whatever was found; and nothing is left to be filled in."""
    said = sentences(found, NAMES)
    assert 1 <= len(said) <= MOST_SENTENCES == 6
    for language in ("ro", "en"):
        for sentence in said:
            assert "{" not in catalogue(language).plain(sentence)


@pytest.mark.article("8.1")
def test_a_proven_end_tells_spread_and_the_coefficient_of_each() -> None:
    """Who makes the first move of it may be the one who loses; a draw or no proof says so."""
    worth = Decimal("0.4688"), Decimal("1.5312")
    end = End(move=27, spread=-34, coefficients=worth)
    found = Findings(edition="lista", turns=(turn(0),), end=end)
    said = catalogue("ro").plain(sentences(found, NAMES)[2])
    assert said == (
        "Finalul, demonstrat din turul 14: cu joc fără greșeală, Ana Pop termina cu 34 de puncte "
        "în față; dacă amândoi jucau pentru coeficient, Ana Pop lua 1,5312, iar Ion Rus 0,4688."
    )
    for other, wanted in (
        (replace(end, coefficients=None), "în față (coeficienții nu s-au putut demonstra)."),
        (replace(end, spread=0), "ieșea remiză."),
        (replace(end, spread=None, coefficients=None), "nu s-a putut demonstra."),
    ):
        text = sentences(replace(found, end=other), NAMES)[2]
        assert catalogue("ro").plain(text).endswith(wanted)


def test_both_are_named_who_found_the_best_equally_often() -> None:
    """Nobody is left out for the colour they have; of two that differ the better one is named."""
    level = Findings(
        edition="lista", turns=tuple(turn(n, 5 if n < 2 else 0) for n in range(6)), end=None
    )
    said = told(level)
    assert said[2:] == [
        f"{who} a găsit cea mai bună depunere de 2 ori din 3." for who in NAMES.values()
    ]
    ahead = replace(level, turns=(*level.turns[:4], turn(4, 5), turn(5)))
    found = [one for one in told(ahead) if "a găsit" in one]
    assert found == ["Ion Rus a găsit cea mai bună depunere de 2 ori din 3."]
    assert not any("a găsit" in one for one in told(replace(level, turns=level.turns[:4])))


def told(found: Findings, left: int = 0) -> list[str]:
    """Return what is said in Romanian."""
    return [catalogue("ro").plain(one) for one in sentences(found, NAMES, left)]


def test_a_turn_is_called_costly_from_ten_points_on() -> None:
    """Below that it is plainly said that nothing was missed that is worth telling."""
    known = Findings(edition="lista", turns=(turn(0, 10), turn(1, 2)), end=None)
    assert told(known)[1].startswith("Cea mai scumpă scăpare: turul 1, Ana Pop")
    small = replace(known, turns=(turn(0, 9), turn(1, 2)))
    assert told(small)[1] == (
        "O partidă fără scăpări mari: nicio depunere nu a costat mai mult de 9 puncte (estimat)."
    )
    none = replace(known, turns=tuple(turn(move) for move in range(8)))
    assert told(none)[1:] == [
        "O partidă fără scăpări: la fiecare tur, depunerea făcută a fost cea mai bună."
    ]


def test_who_placed_nothing_is_not_said_to_have_found_everything() -> None:
    """Nought of nought points is no hundred in a hundred."""
    one = Findings(edition="lista", turns=(turn(0, 5, behind=20),), end=None)
    assert told(one)[0] == (
        "Ana Pop a luat 20 din cele 40 de puncte care se puteau lua cu aceleași litere "
        "(50%); Ion Rus nu a depus nimic."
    )
    assert told(replace(one, turns=())) == ["Nimeni nu a depus nimic."]


def test_a_picture_says_estimated_only_where_something_was() -> None:
    """A game that ends before its letters do is judged by points alone, and its picture says so."""
    word = catalogue("ro").plain
    known = Findings(edition="lista", turns=(turn(0),), end=None)
    by_points = replace(known, turns=(replace(turn(0), label=Label.STATIC),))
    game = game_after("H8 CASA")
    assert losses_view(game, known, NAMES, word).footer.startswith("Estimat")
    picture = losses_view(game, by_points, NAMES, word)
    assert picture.footer == "După puncte, fără ce urma."
    assert picture.words == "Lista de cuvinte: lista, care nu este lista oficială."


def test_a_turn_tells_what_would_have_followed() -> None:
    """As it is typed, with what each counts; where nothing follows it says nothing."""
    assert turn(0, 5).continuation == "PAS 0"
    assert not turn(0).continuation


@given(st.lists(TURNS, min_size=1))
def test_points_got_are_never_more_than_were_possible(turns: list[Turn]) -> None:
    """The share is whole, between 0 and 100, and 100 only where nothing was left."""
    found = account(turns)
    assert found.got <= found.possible
    assert 0 <= found.percent <= 100
    assert (found.percent == 100) == (found.got == found.possible)


def test_the_dearest_are_those_that_lost_most_the_earlier_first() -> None:
    """Three of them, and none that lost nothing."""
    turns = tuple(turn(move, lost) for move, lost in enumerate([5, 0, 30, 30, 1]))
    found = Findings(edition="lista", turns=turns, end=None)
    assert [one.move for one in found.dearest] == [2, 3, 0]
    assert Findings(edition="lista", turns=(turn(0),), end=None).dearest == ()


def test_a_season_tells_rounds_days_kind_and_progress() -> None:
    """Averages where they played, what they overlook, and how the later half stands."""
    games = [
        OwnGame(
            game=GameId(f"K7Q{number}/1"),
            turns=tuple(
                OwnTurn(turn=turn(2 * place, lost, behind=lost, miss="hook"), days=days)
                for place, days in ((0, 0), (6, 4))
            ),
        )
        for number, lost in enumerate((20, 20, 10, 10))
    ]
    said = catalogue("ro").plain(season_text(games)).splitlines()

    assert said[0] == "📈 Sezonul tău, din 4 partide analizate"
    assert "Tururile 1–5: o depunere pierde în medie 15 puncte." in said
    assert "După trei zile sau mai multe: o depunere pierde în medie 15 puncte." in said
    assert any("la coada unui cuvânt" in line for line in said)
    assert any("pierdea 20 de puncte" in line and "pierde 10 acum" in line for line in said)
    assert any(line.startswith("Tururile 6–10") for line in said)
    assert not any(line.startswith("De la turul 11") for line in said)


@pytest.mark.article("2.1")
def test_tables_stay_together_while_the_hand_on_turn_is_the_same() -> None:
    """They part where somebody has laid other letters; the best of each stop is the best."""
    here = game_after("H7 CASA", "PAS", "PAS")
    same = game_after("H8 CASA", "PAS", "PAS")
    apart = game_after("H7 CAS", "PAS", "PAS")

    found = stops(here, [same, apart])
    assert [(stop.move, len(stop.others)) for stop in found] == [(0, 2), (1, 2), (2, 1)]
    assert found[0].own.written == "H7 CASA"
    assert found[0].best.points == max(stop.points for stop in (found[0].own, *found[0].others))
    assert stops(here, []) == ()


async def test_a_game_that_cannot_be_analysed_says_so_and_leaves_no_process() -> None:
    """A list that is gone, a record cut short, a time that is up: a reason, and nothing hangs."""
    gone = Task(
        record="#player1 red red\n#player2 blue blue\n",
        sequence="",
        rules=NATIONAL_2025,
        edition=EditionRef(name="x", sha256="0" * 64),
        folder="/nonexistent",
    )
    with pytest.raises(process.AnalysisFailed, match="UnknownEdition"):
        await process.work(gone)
    there = open_lexicon().edition
    known = replace(gone, edition=EditionRef(name=there.name, sha256=there.sha256))
    assert (await process.work(known)).turns == ()
    with pytest.raises(process.AnalysisFailed, match="not done within"):
        await process.work(known, patience=0)
    assert len(asyncio.all_tasks()) == 1


async def test_an_analysis_runs_only_while_nobody_else_would() -> None:
    """On one core shared with the bot a move does not wait for its slice to end."""
    waiting = await processes.start("bot.analysis", stderr=None)
    try:
        async with asyncio.timeout(60):
            while os.sched_getscheduler(waiting.pid) != os.SCHED_IDLE:  # noqa: ASYNC110  (no bell)
                await asyncio.sleep(0.05)
    finally:
        await processes.end(waiting)


def test_a_task_is_handed_over_whole() -> None:
    """Rules with all their options, whatever they are called."""
    task = Task(
        record="x",
        sequence="AB?",
        rules=replace(NATIONAL_2025, name="own", red_caps=(5,)),
        edition=EditionRef(name="x", sha256="0" * 64),
        folder="/somewhere",
    )
    assert task_from_json(task_to_json(task)) == task
