"""`/preia`: imports a match or a competition that began elsewhere, from a form.

The bot gives the form, names every fault by sheet, row and column, and shows boards and sheets. It
records nothing before the arbiter confirms.
"""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.chat import topics
from bot.chat.competitions.entry_lists import send_invitations
from bot.chat.matches.arrangement import read_title
from bot.chat.matches.arranging import invite_players
from bot.documents.tables.cells import days_in, without_days
from bot.documents.tables.faults import TableError
from bot.documents.tables.import_gcg import game_files
from bot.documents.tables.import_stated import (
    FormFault,
    GcgFile,
    Layout,
    StatedPenalty,
    StatedResult,
    key_of,
)
from bot.runtime.shared import UserInput
from bot.service.competitions.importing import record
from bot.service.matches import importing
from bot.service.matches.importing import PendingForm
from bot.service.matches.recognised import RecordedBefore, recorded_before
from bot.service.operations.people.resolving import ANOTHER, Resolved, first_doubt, known_line
from bot.service.pure.matches.import_check import CheckedImport
from bot.service.pure.matches.season_check import figures_of, odd_results
from bot.service.readers.conversation.questions import way_out
from bot.service.service import Service
from bot.texts.buttons.matches import IMPORT, ImportAction
from bot.texts.messages import LARGEST_TABLE, Button, Buttons, Param, Text, rows_of, say
from bot.texts.notices.matches.proof import verify_draws_button, verify_match_button
from bot.texts.pictures import Document, DocumentKind, ImportPicture
from bot.texts.score_texts import score_text
from engine.errors import Fault, GameStateError
from engine.games.deadlines import clocks
from engine.games.events import PlacementReturned
from engine.games.importing import ImportedGame
from engine.games.ruling_events import RulingLifted, TimeGranted
from engine.ids import Leg, Seat
from engine.thinking_time import day_of

RECORDS: Final = (importing.GCG, ".zip")
"""The extensions of files with games."""
FORMS: Final = (".xlsx", ".ods", ".csv", *RECORDS)
SHOWN_FAULTS: Final = 25
SHOWN_GAMES: Final = 20


async def start(service: Service, user_input: UserInput) -> None:
    """Handle `/preia`: give the form, and wait for it."""
    document = Document(DocumentKind.IMPORT_FORM, "form")
    service.reply(user_input, say("import.form"), document=document)
    await service.questions.ask(user_input, topics.IMPORT)
    service.reply(user_input, say("import.how"), (way_out(topics.IMPORT),))


async def given(service: Service, user_input: UserInput, about: str) -> None:
    """Read the arbiter's form, or their text about a season read from a crosstable."""
    sent = user_input.incoming.file
    if sent is None and about:
        await _about_season(service, user_input, about)
        return
    if sent is None or sent.is_photo or not sent.name.lower().endswith(FORMS):
        service.reply(user_input, say("import.ask_file"), (way_out(topics.IMPORT),))
        return
    if sent.size > LARGEST_TABLE:
        service.reply(user_input, say("rating.too_large", size=sent.size, most=LARGEST_TABLE))
        return
    content = user_input.incoming.fetched()
    if content is None:
        service.reply(user_input, say("comp.not_fetched", file=sent.name))
        return
    if await _beside(service, user_input, GcgFile(sent.name, content)):
        return
    form = PendingForm(token=secrets.token_urlsafe(6), name=sent.name, content=content)
    try:
        text, buttons = await _next(service, user_input, form)
    except TableError as error:
        lines = [fault.text for fault in error.faults]
        service.reply(user_input, say("import.faults", n=len(lines), faults=lines, more=None))
        return
    service.reply(user_input, text, buttons)


async def _next(service: Service, user_input: UserInput, form: PendingForm) -> tuple[Text, Buttons]:
    """Return the next message to the arbiter: faults, a question, or the preview.

    The form is stored unless it has faults.
    """
    checked, faults = await importing.check(service, user_input, form)
    if faults:
        return faults_text(faults), ()
    await importing.keep(service, user_input, form)
    met = await importing.met(service, checked, form)
    question = await _open_question(service, user_input, checked, met, form)
    if question is not None:
        return question
    known = known_line(met)
    if form.replaces is not None:
        replaced = say("import.replaces", code=form.replaces)
        known = replaced if known is None else say("comp.with_note", note=known, text=replaced)
    if checked.form.is_season:
        text, buttons = _season(checked, form)
    else:
        _show_game(service, user_input, form, checked, 1)
        text, buttons = _shown(user_input, checked, form.token)
    return (text if known is None else say("comp.with_note", note=text, text=known)), buttons


async def _open_question(
    service: Service,
    user_input: UserInput,
    checked_import: CheckedImport,
    met: list[Resolved],
    form: PendingForm,
) -> tuple[Text, Buttons] | None:
    """Return the next question before the file can be recorded, or None."""
    if (doubt := first_doubt(met)) is not None:
        return doubt.question, _persons(doubt, form)
    question = await _question(service, user_input, checked_import, met, form)
    if question is not None or not checked_import.form.is_season:
        return question
    if checked_import.form.is_crosstable and checked_import.form.layout is None:
        return say("import.ask_layout"), _layouts(form.token)
    if not checked_import.form.is_entitled:
        await service.questions.ask(user_input, topics.IMPORT, form.token)
        return say("import.ask_season"), (way_out(topics.IMPORT),)
    return None


async def _question(
    service: Service,
    user_input: UserInput,
    checked_import: CheckedImport,
    met: list[Resolved],
    form: PendingForm,
) -> tuple[Text, Buttons] | None:
    """Return the next open question about the whole file, or None."""
    drop = (IMPORT.button(say("button.drop"), form.token, ImportAction.DROP),)
    odd = odd_results(checked_import.form)
    if odd and importing.ODD not in form.settled:
        rows = [
            say(
                "import.odd_row",
                row=odd_result.result.row,
                result=_result_line(odd_result.result),
                why=why,
            )
            for odd_result in odd[:SHOWN_FAULTS]
            for why in (say(f"import.odd_{odd_result.why}"),)
        ]
        right = IMPORT.button(
            say("button.import.odd"), form.token, ImportAction.SETTLE, importing.ODD
        )
        return say("import.odd_results", n=len(odd), rows=rows), ((right,), drop)
    if importing.AGAIN in form.settled or form.replaces is not None:
        return None
    before = await recorded_before(service, checked_import, met)
    return None if before is None else _recorded_question(user_input, before, form, drop)


def _recorded_question(
    user_input: UserInput, before: RecordedBefore, form: PendingForm, drop: tuple[Button, ...]
) -> tuple[Text, Buttons]:
    """Ask what the file means that is recorded already; only its arbiters may replace it."""
    again = (
        IMPORT.button(say("button.import.again"), form.token, ImportAction.SETTLE, importing.AGAIN),
    )
    old = before.competition
    if old is None:
        code = before.match.code if before.match is not None else ""
        return say("import.recorded_match", match=code, on=before.on), (again, drop)
    text = say("import.recorded_before", title=old.title, code=old.code, on=before.on)
    if user_input.person.id not in old.arbiters:
        return text, (again, drop)
    label = say("button.import.replace", code=old.code)
    replace_it = IMPORT.button(
        label, form.token, ImportAction.SETTLE, f"{importing.REPLACE}{old.code}"
    )
    return text, ((replace_it,), again, drop)


def _persons(doubt: Resolved, form: PendingForm) -> Buttons:
    """Return a button for each person whom a name may mean; `who:N.ANSWER` after N answers."""
    n = len(form.people)
    rows = [
        (
            IMPORT.button(
                say("button.resolve.same", who=candidate.name),
                form.token,
                ImportAction.WHO,
                f"{n}.{candidate.answer}",
            ),
        )
        for candidate in doubt.doubts
    ]
    another = say("button.resolve.another")
    rows.append((IMPORT.button(another, form.token, ImportAction.WHO, f"{n}.{ANOTHER}"),))
    rows.append((IMPORT.button(say("button.drop"), form.token, ImportAction.DROP),))
    return tuple(rows)


async def _person_chosen(
    service: Service, user_input: UserInput, form: PendingForm, which: str
) -> None:
    """Take the answer about the first name whose person is in doubt."""
    n, _, answer = which.partition(".")
    checked, _ = await importing.check(service, user_input, form)
    doubt = first_doubt(await importing.met(service, checked, form))
    if (
        doubt is not None
        and n == f"{len(form.people)}"
        and answer in {ANOTHER, *(candidate.answer for candidate in doubt.doubts)}
    ):
        form = replace(form, people={**form.people, doubt.named.about: answer})
    service.edit(user_input, *await _next(service, user_input, form))


async def _about_season(service: Service, user_input: UserInput, token: str) -> None:
    """Read the title, the first and the last day of a season from the arbiter's text."""
    form = await importing.kept(service, user_input, token)
    days, title = days_in(user_input.args), without_days(user_input.args)
    if form is None:
        service.reply(user_input, say("import.ask_file"), (way_out(topics.IMPORT),))
        return
    answers = form.answers
    if title:
        answers = replace(answers, title=read_title(title))
    if len(days) == len(("start", "closing")):
        answers = replace(answers, start=days[0], closing=days[1])
    service.reply(user_input, *await _next(service, user_input, replace(form, answers=answers)))


async def _beside(service: Service, user_input: UserInput, file: GcgFile) -> bool:
    """Add GCG files to the stored results of a past season; return False without such results."""
    form = await importing.waiting(service, user_input)
    if form is None or not file.name.lower().endswith(RECORDS):
        return False
    before, _ = await importing.check(service, user_input, form)
    if not before.form.is_season:
        return False
    new, unread = game_files(file)
    names = {gcg_file.name for gcg_file in new}
    files = (*(game for game in form.games if game.name not in names), *new)
    form = replace(form, games=tuple(files))
    checked, _ = await importing.check(service, user_input, form)
    met = await importing.met(service, checked, form)
    question = await _open_question(service, user_input, checked, met, form)
    if question is not None:  # whom a name means may decide which result a file belongs to
        await importing.keep(service, user_input, form)
        service.reply(user_input, say("import.kept_beside", n=len(new)))
        service.reply(user_input, *question)
        return True
    fitting = {game.key: at for at, game in checked.season.of_result.items()}
    form = replace(form, games=tuple(gcg_file for gcg_file in files if gcg_file.name in fitting))
    await importing.keep(service, user_input, form)
    if len(new) == 1 and file.name in fitting:
        _show_game(service, user_input, form, checked, fitting[file.name] + 1)
    service.reply(
        user_input,
        _games_beside(checked, unread),
        ((IMPORT.button(say("button.import.yes"), form.token, ImportAction.RECORD),),),
    )
    return True


def _games_beside(checked_import: CheckedImport, unread: tuple[FormFault, ...] = ()) -> Text:
    """Return how many results have their games beside them, and the files that fit none."""
    faults = (*unread, *checked_import.season.faults)
    return say(
        "import.games_beside",
        n=len(checked_import.season.of_result),
        most=len(checked_import.form.results),
        faults=[_fault_line(fault) for fault in faults[:SHOWN_FAULTS]] or None,
    )


def _layouts(token: str) -> Buttons:
    """Return a button for each way in which the halves of a crosstable may belong together."""
    return tuple(
        (
            IMPORT.button(
                say(f"button.import.{layout.value}"), token, ImportAction.LAYOUT, layout.value
            ),
        )
        for layout in (Layout.HALVES, Layout.MIRROR)
    )


def faults_text(faults: tuple[FormFault, ...]) -> Text:
    """Return the faults by sheet, row and column, only the first of many."""
    lines = [_fault_line(fault) for fault in faults[:SHOWN_FAULTS]]
    others = len(faults) - len(lines)
    more = say("import.more_faults", n=others) if others else None
    return say("import.faults", n=len(faults), faults=lines, more=more)


def _fault_line(fault: FormFault) -> Text:
    if not fault.row:
        return say("import.at_sheet", sheet=fault.sheet, what=fault.what)
    if not fault.column:
        return say("import.at_row", sheet=fault.sheet, row=fault.row, what=fault.what)
    return say(
        "import.at_cell", sheet=fault.sheet, row=fault.row, column=fault.column, what=fault.what
    )


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
    for at, game in checked_import.season.shown.items():
        result = checked_import.form.results[at]
        yield _NumberedGame(at + 1, game, result.red, result.blue)
    for pair in checked_import.pairs:
        red, blue = checked_import.names[pair.red], checked_import.names[pair.blue]
        for game in pair.games:
            number += 1
            leg = game.game.leg
            names = (red, blue) if leg is Leg.HOME else (blue, red)
            yield _NumberedGame(number, game, *names, penalties=pair.stated[leg].penalties)


def _shown(
    user_input: UserInput, checked_import: CheckedImport, token: str
) -> tuple[Text, Buttons]:
    """Return the preview of the import, with the buttons to view a game, confirm or drop."""
    games = list(_games(checked_import))
    facts = _shown_facts(user_input, checked_import, games)
    results = _first_lines([_result_line(result) for result in checked_import.form.results])
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
    looks = [
        IMPORT.button(
            say("button.import.show", number=game.number),
            token,
            ImportAction.SHOW,
            f"{game.number}",
        )
        for game in games[:SHOWN_GAMES]
    ]
    return text, (
        (IMPORT.button(say("button.import.yes"), token, ImportAction.RECORD),),
        *(rows_of(looks, 2) if len(looks) > 1 else ()),
        (IMPORT.button(say("button.drop"), token, ImportAction.DROP),),
    )


def _shown_facts(
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
    notes = [*checked_import.form.remarks, *(_odd(game) for game in games if game.game.violations)]
    return {
        "games": _first_lines([_line(user_input, game) for game in games]),
        "leave": leave or None,
        "rulings": [line for game in games for line in _rulings(game)] or None,
        "notes": notes or None,
    }


def _first_lines(lines: list[Text]) -> list[Text]:
    """Return the lines that a preview shows, with the number of those that it leaves out."""
    rest = len(lines) - SHOWN_GAMES
    return [*lines[:SHOWN_GAMES], say("import.more_games", n=rest)] if rest > 0 else lines


def _season(checked_import: CheckedImport, form: PendingForm) -> tuple[Text, Buttons]:
    """Return the results that would be recorded, with the buttons to change, confirm or drop."""
    stated, token = checked_import.form, form.token
    lines = [_result_line(result) for result in stated.results[:SHOWN_GAMES]]
    others = len(stated.results) - len(lines)
    if others:
        lines.append(say("import.more_games", n=others))
    text = say(
        "import.shown_season",
        title=stated.title,
        start=stated.start.isoformat() if stated.start else None,
        closing=stated.closing.isoformat() if stated.closing else None,
        players=len(checked_import.names),
        number=len(stated.results),
        layout=stated.layout and say(f"import.layout_{stated.layout.value}"),
        standings=_standings(checked_import),
        remarks=list(stated.remarks) or None,
        results=lines,
    )
    if form.games:
        text = say("comp.with_note", note=text, text=_games_beside(checked_import))
    rows = [(IMPORT.button(say("button.import.yes"), token, ImportAction.RECORD),)]
    if stated.layout is not None:
        which = "colours" if stated.layout is Layout.MIRROR else "legs"
        rows.append((IMPORT.button(say(f"button.import.swap_{which}"), token, ImportAction.SWAP),))
    rows.append((IMPORT.button(say("button.drop"), token, ImportAction.DROP),))
    return text, tuple(rows)


def _result_line(result: StatedResult) -> Text:
    """Return the line of one game of a past season."""
    counted = figures_of(result)
    return say(
        "import.result",
        red=result.red,
        blue=result.blue,
        leg=say(f"leg_name.{result.leg.value}"),
        score=score_text(counted.scores),
        red_coefficient=f"{counted.red}",
        blue_coefficient=f"{counted.blue}",
    )


def _standings(checked_import: CheckedImport) -> list[Text]:
    """Return what each player would have in the standings, the best first."""
    sums = {key: (Decimal(), 0) for key in checked_import.names}
    for result in checked_import.form.results:
        counted = figures_of(result)
        for name, worth in ((result.red, counted.red), (result.blue, counted.blue)):
            total, games = sums[key_of(name)]
            sums[key_of(name)] = total + worth, games + 1
    ordered = sorted(sums.items(), key=lambda one: one[1][0], reverse=True)
    lines = [
        say("import.standing", who=checked_import.names[key], sum=f"{total}", n=games)
        for key, (total, games) in ordered[:SHOWN_GAMES]
    ]
    if len(ordered) > SHOWN_GAMES:
        lines.append(say("import.more_players", n=len(ordered) - SHOWN_GAMES))
    return lines


def _line(user_input: UserInput, numbered: _NumberedGame) -> Text:
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


def _rulings(numbered: _NumberedGame) -> Iterator[Text]:
    """Yield a line for what the arbiter decided in a game: days, penalties, moves sent back."""
    game = numbered.game.game
    of = {Seat.RED: numbered.red, Seat.BLUE: numbered.blue}
    for event in numbered.game.events:
        facts: dict[str, Param] = {"number": numbered.number}
        if isinstance(event, TimeGranted):
            facts |= {"who": of[event.by], "days": f"{event.days:+d}", "reason": event.reason}
            yield Text("import.ruled_days", facts)
        elif isinstance(event, PlacementReturned):
            yield Text("import.was_returned", {**facts, "words": ", ".join(event.words)})
        elif isinstance(event, RulingLifted):
            yield Text("import.was_restored", {**facts, "on": game.day_of(event.at).isoformat()})
    for penalty in numbered.penalties:
        points = {"points": f"{penalty.points}", "reason": penalty.reason}
        yield say("import.ruled_penalty", number=numbered.number, who=of[penalty.seat], **points)


def _odd(numbered: _NumberedGame) -> Text:
    rules = dict.fromkeys(violation.rule.value for violation in numbered.game.violations)
    return say(
        "import.odd_sequence",
        number=numbered.number,
        rules=[Text(f"import.rule_{rule}") for rule in rules],
    )


def _show_game(
    service: Service,
    user_input: UserInput,
    form: PendingForm,
    checked_import: CheckedImport,
    number: int,
) -> None:
    """Send the board and both sheets of a game as they would be."""
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
    of = f"{user_input.person.id}:{form.token}"
    text = say(
        "import.pictures",
        number=number,
        red=numbered.red,
        blue=numbered.blue,
        leg=say(f"leg_name.{numbered.game.game.leg.value}"),
    )
    kinds = ("board", "sheet", "time")
    pictures = tuple(ImportPicture(of, number, what) for what in kinds)
    service.reply(user_input, text, pictures=pictures)


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle the buttons: `import:TOKEN:yes|no|swap|show:NUMBER|layout:LAYOUT`."""
    step = IMPORT.read(user_input.args)
    form = await importing.kept(service, user_input, step.token)
    if form is None or not user_input.person.arbiter:
        service.edit(user_input, say("import.stale"))
        return
    match step.what:
        case ImportAction.SHOW:
            service.toast(user_input)
            checked, _ = await importing.check(service, user_input, form)
            number = int(step.which) if step.which.isdecimal() else 1
            _show_game(service, user_input, form, checked, number)
        case ImportAction.WHO:
            await _person_chosen(service, user_input, form, step.which)
        case ImportAction.SETTLE:
            if not step.which.startswith((importing.AGAIN, importing.ODD, importing.REPLACE)):
                raise GameStateError(Fault("button_unknown"))
            after = replace(form, settled=form.settled | {step.which})
            service.edit(user_input, *await _next(service, user_input, after))
        case ImportAction.LAYOUT:
            layout = Layout.MIRROR if step.which == Layout.MIRROR else Layout.HALVES
            answers = replace(form.answers, layout=layout)
            service.edit(
                user_input, *await _next(service, user_input, replace(form, answers=answers))
            )
        case ImportAction.SWAP:
            answers = replace(form.answers, is_swapped=not form.answers.is_swapped)
            service.edit(
                user_input, *await _next(service, user_input, replace(form, answers=answers))
            )
        case ImportAction.RECORD:
            await _confirmed(service, user_input, form)
        case _:
            await importing.drop(service, user_input)
            await service.questions.drop(user_input, topics.IMPORT)
            service.edit(user_input, say("import.dropped"))


async def _confirmed(service: Service, user_input: UserInput, form: PendingForm) -> None:
    """Record the form, unless a name in it is still in doubt."""
    checked, faults = await importing.check(service, user_input, form)
    met = [] if faults else await importing.met(service, checked, form)
    question = await _open_question(service, user_input, checked, met, form) if met else None
    if question is not None:  # the button is of an earlier preview
        service.edit(user_input, *question)
    else:
        await _record(service, user_input, form)


async def _record(service: Service, user_input: UserInput, form: PendingForm) -> None:
    """Record the form, and send the arbiter the players' invitations."""
    recorded = await record(service, user_input, form)
    if recorded is None:
        service.edit(user_input, say("import.stale"))
        return
    await service.questions.drop(user_input, topics.IMPORT)
    if form.replaces is not None:
        service.reply(user_input, say("import.replaced", code=form.replaces))
    if recorded.competition is not None and recorded.competition.competition.history:
        season = recorded.competition.competition
        done = say("import.done_season", title=season.title, code=season.code)
        service.edit(user_input, done, verify_draws_button(season.code))
    elif recorded.competition is not None:
        competition = recorded.competition.competition
        done = say("import.done_competition", title=competition.title)
        service.edit(user_input, done, verify_draws_button(competition.code))
        await send_invitations(service, user_input, competition)
    if recorded.match is not None:
        match = recorded.match.match
        names = await service.persons.names(match.people)
        first, second = names[match.first], names[match.second]
        done = say("import.done_match", match=match.code, first=first, second=second)
        service.edit(user_input, done, verify_match_button(match.code))
        await invite_players(service, user_input, recorded.match, match.people)
