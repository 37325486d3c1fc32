"""The use of findings: sums, best moves, sentences, a picture; and the analysing process."""

import asyncio
import os
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.analysis import findings, process
from bot.analysis.analysis_pictures import losses_view
from bot.analysis.compared_turns import compared_turns
from bot.analysis.findings import (
    EndFinding,
    FindingLabel,
    Findings,
    PlayedMove,
    TurnFinding,
    account,
    findings_from_json,
    findings_to_json,
)
from bot.analysis.messages import MOST_SENTENCES, sentences
from bot.analysis.season import OwnGame, OwnTurn, season_text
from bot.analysis.task import AnalysisTask, task_from_json, task_to_json
from bot.documents.render.lists.losses import render_losses
from bot.runtime import processes
from bot.texts.i18n import load_catalogue
from bot.texts.po_reader import entries_of
from engine.analysis import verdicts
from engine.analysis.misses import Miss
from engine.games.events import EditionRef
from engine.ids import GameId, Seat
from engine.rulesets import NATIONAL_2025
from engine.words.lexicon import open_lexicon
from tests.builders import game_after

NAMES = {Seat.RED: "Ana Pop", Seat.BLUE: "Ion Rus"}


def turn(move: int, lost: int = 0, *, behind: int = 0, miss: str | None = None) -> TurnFinding:
    """Return a turn of twenty points that lost this many."""
    best = PlayedMove(position="H8", word="CURAT", points=20 + behind)
    return TurnFinding(
        move=move,
        made=PlayedMove(position="H8", word="CASA", points=20),
        rank=1,
        of=100,
        best=best if lost else None,
        lost=lost,
        label=FindingLabel.ESTIMATED,
        behind=behind,
        sevens_missed=0,
        miss=miss if lost else None,
        line=(best, PlayedMove(position="", word="PAS", points=0)) if lost else (),
    )


TURNS = st.builds(
    turn,
    st.integers(0, 40),
    st.integers(0, 90),
    behind=st.integers(0, 60),
    miss=st.sampled_from([None, "hook", "parallel", "extension"]),
)
ENDS = st.none() | st.builds(
    EndFinding,
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
    """A new version of the engine's analysis makes all stored ones outdated."""
    assert findings.VERSION == verdicts.VERSION


@given(FINDINGS)
def test_findings_are_kept_as_they_are(found: Findings) -> None:
    """Stored findings are equal when they are read again."""
    assert findings_from_json(findings_to_json(found)) == found


@given(FINDINGS)
def test_a_trainer_says_at_most_six_sentences_in_either_language(found: Findings) -> None:
    """Any findings give at most six complete sentences in each language."""
    said = sentences(found, NAMES)
    assert 1 <= len(said) <= MOST_SENTENCES == 6
    for language in ("ro", "en"):
        for sentence in said:
            assert "{" not in load_catalogue(language).plain(sentence)


@pytest.mark.parametrize("language", ["ro", "en"])
def test_every_label_and_every_kind_of_miss_has_words(language: str) -> None:
    """A card can name any method and any kind of missed play, however rare."""
    labelled = ("label", "dearest", "picture.lost")
    keys = {f"analysis.{part}.{label}" for part in labelled for label in FindingLabel}
    assert keys | {f"analysis.miss.{kind}" for kind in Miss} <= entries_of(language).keys()


@pytest.mark.article("8.1")
def test_a_proven_end_shows_spread_and_the_coefficient_of_each() -> None:
    """The player with its first move may lose; a draw or a missing proof is named."""
    worth = Decimal("0.4688"), Decimal("1.5312")
    end = EndFinding(move=27, spread=-34, coefficients=worth)
    found = Findings(edition="lista", turns=(turn(0),), end=end)
    said = load_catalogue("ro").plain(sentences(found, NAMES)[2])
    assert said == (
        "Finalul, demonstrat din turul 14: cu joc fără greșeală, Ana Pop termina cu 34 de puncte "
        "în față. Dacă amândoi jucau pentru coeficient, Ana Pop lua 1,5312, iar Ion Rus 0,4688."
    )
    for other, wanted in (
        (replace(end, coefficients=None), "în față (coeficienții nu s-au putut demonstra)."),
        (replace(end, spread=0), "ieșea remiză."),
        (replace(end, spread=None, coefficients=None), "nu s-a putut demonstra."),
    ):
        text = sentences(replace(found, end=other), NAMES)[2]
        assert load_catalogue("ro").plain(text).endswith(wanted)


@pytest.mark.article("8.1")
def test_each_player_has_their_own_coefficient_even_if_the_winner_has_the_lower() -> None:
    """Play for the coefficient may end otherwise than play for the spread."""
    end = EndFinding(move=26, spread=3, coefficients=(Decimal("0.9000"), Decimal("1.1012")))
    said = romanian(Findings(edition="lista", turns=(turn(0),), end=end))[2]
    assert said.endswith("Ana Pop lua 0,9000, iar Ion Rus 1,1012.")


def test_both_are_named_who_found_the_best_equally_often() -> None:
    """The sentence names both players; if they differ, it names the better one."""
    level = Findings(
        edition="lista", turns=tuple(turn(n, 5 if n < 2 else 0) for n in range(6)), end=None
    )
    said = romanian(level)
    assert said[2:] == [
        f"{who} a găsit cea mai bună depunere de 2 ori din 3." for who in NAMES.values()
    ]
    ahead = replace(level, turns=(*level.turns[:4], turn(4, 5), turn(5)))
    found = [one for one in romanian(ahead) if "a găsit" in one]
    assert found == ["Ion Rus a găsit cea mai bună depunere de 2 ori din 3."]
    assert not any("a găsit" in one for one in romanian(replace(level, turns=level.turns[:4])))


def romanian(found: Findings, left: int = 0) -> list[str]:
    """Return the sentences in Romanian."""
    return [load_catalogue("ro").plain(one) for one in sentences(found, NAMES, left)]


def test_a_turn_is_called_costly_from_ten_points_on() -> None:
    """Below ten points the text says that nothing important was missed."""
    known = Findings(edition="lista", turns=(turn(0, 10), turn(1, 2)), end=None)
    assert romanian(known)[1].startswith("Cea mai mare scăpare: în turul 1, Ana Pop")
    small = replace(known, turns=(turn(0, 9), turn(1, 2)))
    assert romanian(small)[1] == (
        "O partidă fără scăpări mari: nicio depunere nu a costat mai mult de 9 puncte (estimat)."
    )
    none = replace(known, turns=tuple(turn(move) for move in range(8)))
    assert romanian(none)[1:] == [
        "O partidă fără scăpări: fiecare depunere făcută a fost cea mai bună."
    ]


def test_who_placed_nothing_is_not_said_to_have_found_everything() -> None:
    """0 of 0 points is not 100%."""
    one = Findings(edition="lista", turns=(turn(0, 5, behind=20),), end=None)
    assert romanian(one)[0] == (
        "Ana Pop a luat 20 din cele 40 de puncte care se puteau lua cu aceleași litere "
        "(50%); Ion Rus nu a depus nimic."
    )
    assert romanian(replace(one, turns=())) == ["Nimeni nu a depus nimic."]


def test_a_picture_says_estimated_only_where_something_was() -> None:
    """A game that ends early is analysed by points alone, and its picture says so."""
    word = load_catalogue("ro").plain
    known = Findings(edition="lista", turns=(turn(0),), end=None)
    by_points = replace(known, turns=(replace(turn(0), label=FindingLabel.STATIC),))
    game = game_after("H8 CASA")
    assert losses_view(game, known, NAMES, word).footer.startswith("Estimat")
    picture = losses_view(game, by_points, NAMES, word)
    assert picture.footer == "După puncte, fără ce urma."
    assert picture.words == "Lista de cuvinte: lista, care nu este lista oficială."


def test_a_turn_in_which_a_pass_was_best_is_drawn() -> None:
    """A pass places no tile, so the whole board is shown."""
    passing = replace(turn(0, 5), best=PlayedMove(position="", word="PAS", points=0))
    found = Findings(edition="lista", turns=(passing,), end=None)
    view = losses_view(game_after("H8 CASA"), found, NAMES, load_catalogue("ro").plain)

    assert not view.missed[0].board.proposed
    assert render_losses(view).startswith(b"\x89PNG")


def test_a_turn_shows_what_would_have_followed() -> None:
    """The moves appear in typed form with points; if none follows, there is no text."""
    assert turn(0, 5).continuation == "PAS 0"
    assert not turn(0).continuation


@given(st.lists(TURNS, min_size=1))
def test_points_got_are_never_more_than_were_possible(turns: list[TurnFinding]) -> None:
    """The share is a whole number from 0 to 100, and 100 only if no point was lost."""
    found = account(turns)
    assert found.got <= found.possible
    assert 0 <= found.percent <= 100
    assert (found.percent == 100) == (found.got == found.possible)


def test_the_costliest_are_those_that_lost_most_the_earlier_first() -> None:
    """The list has three moves, each with a loss; of equal losses the earlier is first."""
    turns = tuple(turn(move, lost) for move, lost in enumerate([5, 0, 30, 30, 1]))
    found = Findings(edition="lista", turns=turns, end=None)
    assert [one.move for one in found.worst_turns] == [2, 3, 0]
    assert Findings(edition="lista", turns=(turn(0),), end=None).worst_turns == ()


def test_a_season_shows_rounds_days_kind_and_progress() -> None:
    """A season's text has averages, overlooked moves, and a comparison with the later half."""
    games = [
        OwnGame(
            game=GameId(f"K7Q{number}/1"),
            turns=tuple(
                OwnTurn(finding=turn(2 * place, lost, behind=lost, miss="hook"), days=days)
                for place, days in ((0, 0), (6, 4))
            ),
        )
        for number, lost in enumerate((20, 20, 10, 10))
    ]
    said = load_catalogue("ro").plain(season_text(games)).splitlines()

    assert said[0] == "📈 Sezonul tău, din 4 partide analizate"
    assert "Tururile 1–5: o depunere pierde în medie 15 puncte." in said
    assert "După trei zile sau mai multe: o depunere pierde în medie 15 puncte." in said
    assert any("la coada unui cuvânt" in line for line in said)
    assert any("pierdea 20 de puncte" in line and "acum pierde 10" in line for line in said)
    assert any(line.startswith("Tururile 6–10") for line in said)
    assert not any(line.startswith("De la turul 11") for line in said)


@pytest.mark.article("2.1")
def test_turns_are_compared_while_the_rack_is_the_same() -> None:
    """Games part where a player lays other letters; each stop shows its best move."""
    here = game_after("H7 CASA", "PAS", "PAS")
    same = game_after("H8 CASA", "PAS", "PAS")
    apart = game_after("H7 CAS", "PAS", "PAS")

    found = compared_turns(here, [same, apart])
    assert [(turn.number, len(turn.in_others)) for turn in found] == [(0, 2), (1, 2), (2, 1)]
    assert found[0].own.written == "H7 CASA"
    assert found[0].best.points == max(move.points for move in (found[0].own, *found[0].in_others))
    assert compared_turns(here, []) == ()


async def test_a_game_that_cannot_be_analysed_says_so_and_leaves_no_process() -> None:
    """A missing list, a short record or a timeout gives a reason, and the process ends."""
    gone = AnalysisTask(
        record="#player1 red red\n#player2 blue blue\n",
        sequence="",
        rules=NATIONAL_2025,
        edition=EditionRef(name="x", sha256="0" * 64),
        folder="/nonexistent",
    )
    with pytest.raises(process.AnalysisFailed, match="UnknownEdition"):
        await process.analyse(gone)
    there = open_lexicon().edition
    known = replace(gone, edition=EditionRef(name=there.name, sha256=there.sha256))
    assert (await process.analyse(known)).turns == ()
    with pytest.raises(process.AnalysisFailed, match="not done within"):
        await process.analyse(known, patience=0)
    assert len(asyncio.all_tasks()) == 1


async def test_an_analysis_whose_process_was_killed_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If the process has ended before it gets its task, its status is the reason."""
    killed = await processes.start("bot.analysis", stderr=asyncio.subprocess.PIPE)
    killed.kill()
    await killed.wait()

    async def ended(_module: str, *, stderr: int) -> asyncio.subprocess.Process:
        del stderr
        return killed

    monkeypatch.setattr(processes, "start", ended)
    edition = open_lexicon().edition
    task = AnalysisTask(
        record="",
        sequence="",
        rules=NATIONAL_2025,
        edition=EditionRef(name=edition.name, sha256=edition.sha256),
        folder="/nonexistent",
    )
    with pytest.raises(process.AnalysisFailed, match="status -9"):
        await process.analyse(task)


async def test_an_analysis_runs_only_while_nobody_else_would() -> None:
    """On one core shared with the bot, a move need not wait for the analysis to yield."""
    waiting = await processes.start("bot.analysis", stderr=None)
    try:
        async with asyncio.timeout(60):
            while os.sched_getscheduler(waiting.pid) != os.SCHED_IDLE:  # noqa: ASYNC110  (no bell)
                await asyncio.sleep(0.05)
    finally:
        await processes.end(waiting)


def test_a_task_is_handed_over_whole() -> None:
    """Rules keep all their options, under any name."""
    task = AnalysisTask(
        record="x",
        sequence="AB?",
        rules=replace(NATIONAL_2025, name="own", red_caps=(5,)),
        edition=EditionRef(name="x", sha256="0" * 64),
        folder="/somewhere",
    )
    assert task_from_json(task_to_json(task)) == task
