"""Games that end before their tiles do: the estimates stop where the game stopped."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from bot.analysis.analysis_pictures import losses_view
from bot.analysis.calculation import findings_of
from bot.analysis.findings import FindingLabel, Findings
from bot.analysis.messages import sentences, worst_turn_text
from bot.analysis.runner import task_of
from bot.texts.i18n import load_catalogue
from engine.games.commands import AnswerInterruption, Command, LoseOnTime, ProposeInterruption
from engine.games.events import EditionRef, PlacementMade
from engine.games.fold import begin
from engine.games.game import Game, Stage
from engine.games.orders import annul
from engine.ids import Seat
from tests.builders import RED, SEQUENCE, noon, play, started
from tests.e2e.plays import legal, words, written
from tests.engine.games.ordered import obeyed, order, restore

MADE = (0, 200, 100, 100)
"""The rank of each move among those that the rack allowed, from 0."""
TURNS = len(MADE)
NAMES = {Seat.RED: "Ana Pop", Seat.BLUE: "Ion Rus"}
EARLY: dict[str, Sequence[str | Command]] = {
    "passes": ("PAS",) * 4,
    "time": (LoseOnTime(exceeded=Seat.RED),),
    "agreement": (
        ProposeInterruption(by=Seat.RED),
        AnswerInterruption(by=Seat.BLUE, accept=True),
    ),
}


@cache
def begun() -> Game:
    """Return a game of four moves, of which all but the first have better ones beside them."""
    edition = words().edition
    pinned = EditionRef(name=edition.name, sha256=edition.sha256)
    game = begin(replace(started(), edition=pinned))
    for rank in MADE:
        game = play(game, written(legal(game)[rank]))
    return game


@cache
def ended(how: str) -> Game:
    """Return that game after this ending."""
    at = noon(90) if how == "time" else None
    over = play(begun(), *EARLY[how], at=at)
    assert over.stage is Stage.ENDED
    return over


def found_of(game: Game) -> Findings:
    """Return the process's findings on a game, requested in the bot's way."""
    return findings_of(task_of(game, Path("/nonexistent")))


@cache
def found_after(how: str) -> Findings:
    """Return the findings on that game after this ending."""
    return found_of(ended(how))


@cache
def found_before_the_last_turn() -> Findings:
    """Return the findings on that game without its last turn."""
    return found_of(replace(begun(), moves=begun().moves[: TURNS - 1]))


@pytest.mark.article("1.3", "4.3", "9.2", "9.4")
@pytest.mark.parametrize("how", EARLY)
def test_a_game_that_ends_early_is_estimated_as_far_as_it_went(how: str) -> None:
    """After passes, a loss on time or an agreement, the same moves have the same values.

    The last move is compared by points, the one before it with the reply alone.
    """
    found = found_after(how)

    labels = [turn.label for turn in found.turns]
    assert labels == [*[FindingLabel.ESTIMATED] * (TURNS - 1), FindingLabel.STATIC]
    assert all(len(turn.line) <= TURNS - turn.move for turn in found.turns)
    assert any(turn.lost for turn in found.turns)
    assert [turn.best is not None for turn in found.turns] == [
        turn.lost > 0 for turn in found.turns
    ]
    assert found == found_after("passes")


def test_no_move_costs_what_only_later_letters_could_have_brought() -> None:
    """A game of three moves says nothing about a fourth, and calls its estimates so."""
    found = found_before_the_last_turn()
    static, ahead = found.turns[-1], found.turns[-2]

    assert (static.label, static.lost) == (FindingLabel.STATIC, static.behind)
    assert (ahead.label, len(ahead.line)) == (FindingLabel.ESTIMATED, 2)
    said = load_catalogue("ro").plain(worst_turn_text(ahead, "Ion Rus"))
    assert said.endswith("(estimat).")


@pytest.mark.parametrize("how", EARLY)
def test_the_card_says_that_letters_were_left(how: str) -> None:
    """The card and the picture's bottom line say so; a game played out has no such text."""
    game, found = ended(how), found_after(how)
    said = [
        load_catalogue("ro").plain(one) for one in sentences(found, NAMES, game.left_in_sequence)
    ]

    left = game.left_in_sequence
    assert said[1] == (
        f"Partida s-a încheiat cu {left} de litere încă netrase; estimările se opresc unde s-a "
        "oprit și ea."
    )
    picture = losses_view(game, found, NAMES, load_catalogue("ro").plain)
    footer = picture.footer
    assert footer.startswith("Estimat până la ultima depunere a partidei, cu literele trase.")
    assert not any("netras" in load_catalogue("ro").plain(one) for one in sentences(found, NAMES))


@pytest.mark.article("5.2")
def test_placements_annulled_and_restored_are_analysed_as_if_nothing_had_been() -> None:
    """Their tiles return in the old order, and the next tiles are those of the sequence."""
    game = begun()
    back = obeyed(game, annul(game, order(3), 1))
    again = obeyed(back, restore(back, order(4)))
    assert again.moves == game.moves
    over = play(again, *EARLY["passes"], at=noon(4))
    assert found_of(over) == found_after("passes")

    other = legal(replace(back, edition=game.edition))[3]
    changed = play(back, written(other), *EARLY["passes"][:4], at=noon(4))
    assert isinstance(changed.moves[1], PlacementMade)
    labels = [turn.label for turn in found_of(changed).turns]
    assert labels == [FindingLabel.ESTIMATED, FindingLabel.STATIC]


def test_the_process_gets_nobodys_name() -> None:
    """The process gets only the moves of Red and Blue and the letter sequence."""
    task = task_of(begun(), Path("/somewhere"))
    assert task.sequence == SEQUENCE
    assert str(RED) not in task.record.splitlines()[0].split()
    assert "red_red" in task.record
