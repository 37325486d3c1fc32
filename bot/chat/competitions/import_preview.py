"""The preview of an import with moves: a match, or a competition with its games.

`season_preview` shows a past season, of which only results are known.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.chat.competitions.import_lines import MOST_LINES, first_lines, result_line
from bot.documents.tables.import_stated import StatedPenalty
from bot.runtime.shared import UserInput
from bot.service.matches.pending_imports import PendingForm
from bot.service.pure.matches.checked_import import CheckedImport
from bot.service.service import Service
from bot.texts.buttons.matches import IMPORT, ImportAction
from bot.texts.messages import Card, Param, Text, rows_of, say
from bot.texts.pictures import ImportPicture, ImportView
from engine.games.deadlines import clocks
from engine.games.events import PlacementReturned
from engine.games.importing import ImportedGame
from engine.games.ruling_events import RulingLifted, TimeGranted
from engine.ids import Leg, Seat
from engine.sequences.check import violations
from engine.thinking_time import day_of


@dataclass(frozen=True, slots=True)
class _NumberedGame:
    """A game of the form with its number in the preview."""

    number: int
    game: ImportedGame
    red: str
    blue: str
    penalties: tuple[StatedPenalty, ...] = ()


def _games(checked_import: CheckedImport) -> Iterator[_NumberedGame]:
    """Yield the games of the import by number, with the names of their players."""
    number = 0
    for place, game in checked_import.season.shown.items():  # numbered as their results
        result = checked_import.form.results[place]
        yield _NumberedGame(place + 1, game, result.red, result.blue)
    for pair in checked_import.pairs:
        red, blue = checked_import.names[pair.red], checked_import.names[pair.blue]
        for game in pair.games:
            number += 1
            leg = game.game.leg
            names = (red, blue) if leg is Leg.HOME else (blue, red)
            yield _NumberedGame(number, game, *names, penalties=pair.stated[leg].penalties)


def match_preview(user_input: UserInput, checked_import: CheckedImport, token: str) -> Card:
    """Return the preview of the import, with the buttons to view a game, confirm or drop."""
    games = list(_games(checked_import))
    facts = _facts(user_input, checked_import, games)
    results = first_lines([result_line(result) for result in checked_import.form.results])
    if checked_import.form.closing is None:
        text = say("import.shown_match", first=games[0].red, second=games[0].blue, **facts)
    else:
        text = say(
            "import.shown_competition",
            title=checked_import.form.title,
            players=len(checked_import.names),
            matches=len(checked_import.pairs),
            number=len(games),
            results=[say("import.stated_results"), *results] if results else None,
            **facts,
        )
    show_buttons = [
        IMPORT.button(
            say("button.import.show", number=game.number),
            token,
            ImportAction.SHOW,
            f"{game.number}",
        )
        for game in games[:MOST_LINES]
    ]
    return Card(
        text,
        (
            (IMPORT.button(say("button.import.yes"), token, ImportAction.RECORD),),
            *(rows_of(show_buttons, 2) if len(show_buttons) > 1 else ()),
            (IMPORT.button(say("button.drop"), token, ImportAction.DROP),),
        ),
    )


def _facts(
    user_input: UserInput, checked_import: CheckedImport, games: Sequence[_NumberedGame]
) -> dict[str, Param]:
    """Return what the previews of a match and of a competition both say."""
    allowance = checked_import.rules.leave(checked_import.form.phase)
    leave = [
        say(
            "import.leave_of",
            who=checked_import.names[player],
            days=sum(period.days for period in periods),
            allowance=allowance,
        )
        for player, periods in checked_import.leave.items()
    ]
    notes = [
        *checked_import.form.remarks,
        *(line for game in games for line in _sequence_remarks(game)),
    ]
    return {
        "games": first_lines([_game_line(user_input, game) for game in games]),
        "leave": leave or None,
        "rulings": [line for game in games for line in _ruling_lines(game)] or None,
        "notes": notes or None,
    }


def _game_line(user_input: UserInput, numbered: _NumberedGame) -> Text:
    """Return the state of a game: score, turn, last day, days used."""
    game = numbered.game.game
    time = clocks(game, day_of(user_input.at, game.rules.time_zone))
    facts: dict[str, Param] = {
        "number": numbered.number,
        "red": numbered.red,
        "blue": numbered.blue,
        "leg": say(f"leg_name.{game.leg.value}"),
        "red_score": game.red.score,
        "blue_score": game.blue.score,
        "red_days": time.used[Seat.RED],
        "blue_days": time.used[Seat.BLUE],
        "budget": game.budget,
    }
    if time.last_day is None:
        return Text("import.game_over", facts)
    who = numbered.red if game.turn is Seat.RED else numbered.blue
    key = "import.game_late" if time.is_late else "import.game_running"
    return Text(key, {**facts, "who": who, "until": time.last_day.isoformat()})


def _ruling_lines(numbered: _NumberedGame) -> Iterator[Text]:
    """Yield a line for what the arbiter decided in a game: days, penalties, moves sent back."""
    game = numbered.game.game
    names = {Seat.RED: numbered.red, Seat.BLUE: numbered.blue}
    for event in numbered.game.events:
        facts: dict[str, Param] = {"number": numbered.number}
        if isinstance(event, TimeGranted):
            facts |= {"who": names[event.by], "days": f"{event.days:+d}", "reason": event.reason}
            yield Text("import.ruled_days", facts)
        elif isinstance(event, PlacementReturned):
            yield Text("import.was_returned", {**facts, "words": ", ".join(event.words)})
        elif isinstance(event, RulingLifted):
            yield Text("import.was_restored", {**facts, "on": game.day_of(event.at).isoformat()})
    for penalty in numbered.penalties:
        points = {"points": f"{penalty.points}", "reason": penalty.reason}
        yield say("import.ruled_penalty", number=numbered.number, who=names[penalty.seat], **points)


def _sequence_remarks(numbered: _NumberedGame) -> Iterator[Text]:
    """Yield the rules that the sequence breaks, if any; the game is imported anyway (art. 1.3)."""
    game = numbered.game.game
    rules = dict.fromkeys(broken.rule.value for broken in violations(game.sequence, game.rules))
    if rules:
        names = [Text(f"import.rule_{rule}") for rule in rules]
        yield say("import.odd_sequence", number=numbered.number, rules=names)


def show_game(
    service: Service,
    user_input: UserInput,
    form: PendingForm,
    checked_import: CheckedImport,
    number: int,
) -> None:
    """Send the board and both sheets of a game as they would be; nothing for an unknown number."""
    numbered = next(
        (
            numbered_game
            for numbered_game in _games(checked_import)
            if numbered_game.number == number
        ),
        None,
    )
    if numbered is None:
        return
    source = f"{user_input.person.id}:{form.token}"
    text = say(
        "import.pictures",
        number=number,
        red=numbered.red,
        blue=numbered.blue,
        leg=say(f"leg_name.{numbered.game.game.leg.value}"),
    )
    pictures = tuple(ImportPicture(source, number, view.value) for view in ImportView)
    service.reply(user_input, text, pictures=pictures)
