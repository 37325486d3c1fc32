"""Games that end before their tiles do: the sequence shows which tiles would have followed."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from bot.analysis.calculation import findings_of
from bot.analysis.findings import FindingLabel, Findings
from bot.analysis.messages import sentences
from bot.analysis.pictures import losses_view
from bot.analysis.runner import task_of
from bot.texts.i18n import load_catalogue
from engine.games.commands import AnswerInterruption, Command, LoseOnTime, ProposeInterruption
from engine.games.events import EditionRef, PlacementMade
from engine.games.game import Game, Stage
from engine.games.orders import annul, restore
from engine.ids import Seat
from tests.builders import RED, SEQUENCE, game_after, noon, play
from tests.e2e.plays import legal, words, written
from tests.engine.games.ordered import obeyed, order

TURNS = 4
NAMES = {Seat.RED: "Ana Pop", Seat.BLUE: "Ion Rus"}
EARLY: dict[str, Sequence[str | Command]] = {
    "passes": ("PAS",) * 4,
    "time": (LoseOnTime(by=Seat.RED),),
    "agreement": (
        ProposeInterruption(by=Seat.RED),
        AnswerInterruption(by=Seat.BLUE, accept=True),
    ),
}


@cache
def begun() -> Game:
    """Return a game in which each player made their twentieth move, then their best."""
    edition = words().edition
    pinned = EditionRef(name=edition.name, sha256=edition.sha256)
    game = replace(game_after(), edition=pinned)
    for number in range(TURNS):
        found = legal(game)
        game = play(game, written(found[20 if number < 2 else 0]))
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
def test_a_game_that_ends_early_is_estimated_with_the_letters_that_would_have_come(
    how: str,
) -> None:
    """After passes, a loss on time or an agreement, the same moves have the same values."""
    found = found_after(how)

    assert [turn.label for turn in found.turns] == [FindingLabel.ESTIMATED] * TURNS
    assert any(turn.lost for turn in found.turns)
    assert [turn.best is not None for turn in found.turns] == [
        turn.lost > 0 for turn in found.turns
    ]
    assert found == found_after("passes")
    assert found.turns[: TURNS - 1] == found_before_the_last_turn().turns


@pytest.mark.parametrize("how", EARLY)
def test_the_card_says_that_nobody_drew_those_letters(how: str) -> None:
    """The card and the picture's bottom line say so; a game played out has no such text."""
    game, found = ended(how), found_after(how)
    said = [
        load_catalogue("ro").plain(one) for one in sentences(found, NAMES, game.left_in_sequence)
    ]

    left = game.left_in_sequence
    assert said[1] == (
        f"Partida s-a încheiat cu {left} de litere încă netrase; estimările le folosesc și pe "
        "acelea, în ordinea din șir."
    )
    picture = losses_view(game, found, NAMES, load_catalogue("ro").plain)
    footer = picture.footer
    assert footer.startswith("Estimat cu literele din șir, și cu cele la care nu s-a mai ajuns.")
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
    assert [turn.label for turn in found_of(changed).turns] == [FindingLabel.ESTIMATED] * 2


def test_the_process_gets_nobodys_name() -> None:
    """The process gets only the moves of Red and Blue and the letter sequence."""
    task = task_of(begun(), Path("/somewhere"))
    assert task.sequence == SEQUENCE
    assert str(RED) not in task.record.splitlines()[0].split()
    assert "red_red" in task.record
