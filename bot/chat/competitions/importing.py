"""`/preia`: imports a match or a competition that began elsewhere, from a form.

The bot gives the form, names every fault by sheet, row and column, and shows boards and sheets. It
records nothing before the arbiter confirms.
"""

from dataclasses import replace
from typing import Final

from bot.chat.competitions.import_lines import faults_text, games_beside
from bot.chat.competitions.import_preview import match_preview, show_game
from bot.chat.competitions.import_questions import OFFERED_LAYOUTS, open_question
from bot.chat.competitions.invitation_links import send_invitations
from bot.chat.competitions.season_preview import season_preview
from bot.chat.competitions.sent_lists import LARGEST_TABLE
from bot.chat.matches.arrangement import read_title
from bot.chat.matches.match_invitations import invite_players
from bot.chat.topics import Topic
from bot.documents.tables.cells import days_in, without_days
from bot.documents.tables.faults import TableError
from bot.documents.tables.import_gcg import game_files
from bot.documents.tables.import_stated import GcgFile, Layout
from bot.runtime.shared import UserInput
from bot.service.competitions.importing import record
from bot.service.matches import import_reading, pending_imports
from bot.service.matches.pending_imports import PendingForm
from bot.service.operations.people.resolving import first_doubt, known_line
from bot.service.pure.matches.import_check import is_past_season
from bot.service.service import Service
from bot.texts.buttons.matches import IMPORT, ImportAction
from bot.texts.buttons.verb import number_in
from bot.texts.messages import Card, Text, say
from bot.texts.notices.matches.proof import verify_draws_button, verify_match_button
from bot.texts.pictures import Document, DocumentKind
from engine.errors import Fault, GameStateError

_GAME_FILES: Final = (import_reading.GCG, ".zip")
"""The extensions of files with games."""
_SETTLING: Final = (pending_imports.AGAIN, pending_imports.ODD, pending_imports.REPLACE)
"""The beginnings of the answers about the whole file."""
_FORMS: Final = (".xlsx", ".ods", ".csv", *_GAME_FILES)
"""The extensions of all files that can be imported."""


async def start(service: Service, user_input: UserInput) -> None:
    """Handle `/preia`: give the form, and wait for it."""
    document = Document(DocumentKind.IMPORT_FORM, "form")
    service.reply(user_input, say("import.form"), document=document)
    asked = await service.questions.ask(user_input, Topic.IMPORT)
    service.reply(user_input, say("import.how"), (asked.way_out,))


async def file_given(service: Service, user_input: UserInput, about: str) -> None:
    """Read the arbiter's form, or their text about a season read from a crosstable.

    `about`: the token of the form whose title and days were asked for; "" if a file is awaited.
    """
    sent = user_input.incoming.file
    if sent is None and (form := await pending_imports.kept(service, user_input)) is not None:
        if about == form.token:
            await _season_given(service, user_input, form)
        else:
            await _reply_again(service, user_input, about, say("import.waits", file=form.name))
        return
    if sent is None or sent.is_photo or not sent.name.lower().endswith(_FORMS):
        await _reply_again(service, user_input, about, say("import.ask_file"))
        return
    if sent.size > LARGEST_TABLE:
        service.reply(user_input, say("rating.too_large", size=sent.size, most=LARGEST_TABLE))
        return
    content = user_input.incoming.fetched()
    if content is None:
        service.reply(user_input, say("comp.not_fetched", file=sent.name))
        return
    if await _add_games(service, user_input, GcgFile(sent.name, content)):
        return
    form = PendingForm(token=service.new_token(), name=sent.name, content=content)
    try:
        text, buttons = await _next_card(service, user_input, form)
    except TableError as error:
        lines = [fault.text for fault in error.faults]
        service.reply(user_input, say("import.faults", n=len(lines), faults=lines, more=None))
        return
    service.reply(user_input, text, buttons)


async def _next_card(service: Service, user_input: UserInput, form: PendingForm) -> Card:
    """Return the next message to the arbiter: faults, a question, or the preview.

    The form is stored unless it has faults.
    """
    checked = await import_reading.check(service, user_input, form)
    if checked.faults:
        return Card(faults_text(checked.faults))
    await pending_imports.keep(service, user_input, form)
    resolutions = await import_reading.resolved_players(service, checked, form)
    question = await open_question(service, user_input, checked, resolutions, form)
    if question is not None:
        return question
    if checked.form.is_season:
        preview = season_preview(checked, form)
    else:
        show_game(service, user_input, form, checked, 1)
        preview = match_preview(user_input, checked, form.token)
    text = say(
        "import.preview",
        preview=preview.text,
        known=known_line(resolutions),
        replaced=None if form.replaces is None else say("import.replaces", code=form.replaces),
    )
    return Card(text, preview.buttons)


async def _person_chosen(
    service: Service, user_input: UserInput, form: PendingForm, which: str
) -> None:
    """Take the answer about the first name whose person is in doubt."""
    n, _, answer = which.partition(".")  # as `import_questions` writes it
    checked = await import_reading.check(service, user_input, form)
    doubt = first_doubt(await import_reading.resolved_players(service, checked, form))
    if doubt is not None and n == f"{len(form.people)}" and answer in doubt.possible_answers:
        form = replace(form, people={**form.people, doubt.named.about: answer})
    await _show_next(service, user_input, form)


async def _show_next(service: Service, user_input: UserInput, form: PendingForm) -> None:
    """Show the next question or the preview in place of the message with the button."""
    service.edit(user_input, *await _next_card(service, user_input, form))


async def _reply_again(service: Service, user_input: UserInput, about: str, text: Text) -> None:
    """Say what is wanted instead, and leave the question open."""
    asked = await service.questions.ask(user_input, Topic.IMPORT, about)
    service.reply(user_input, text, (asked.way_out,))


async def _season_given(service: Service, user_input: UserInput, form: PendingForm) -> None:
    """Read the title, the first and the last day of a season from the arbiter's text.

    Once all are known, only a text with two days changes them: another may be meant otherwise.
    """
    checked = await import_reading.check(service, user_input, form)
    is_known = checked.form.is_entitled
    days, title = days_in(user_input.args), without_days(user_input.args)
    if is_known and not days:
        text = say("import.waits_season", file=form.name)
        await _reply_again(service, user_input, form.token, text)
        return
    answers = form.answers
    if title:
        answers = replace(answers, title=read_title(title))
    match days:
        case ():
            pass
        case (start, closing) if is_past_season(start, closing, service.today()):
            answers = replace(answers, start=start, closing=closing)
        case _:
            if not is_known:
                await pending_imports.keep(service, user_input, replace(form, answers=answers))
            await _reply_again(service, user_input, form.token, say("import.ask_days"))
            return
    # With the same token, the button of an earlier preview would record what it does not show.
    token = service.new_token() if is_known else form.token
    form = replace(form, token=token, answers=answers)
    card = await _next_card(service, user_input, form)
    await service.questions.ask(user_input, Topic.IMPORT, token)
    service.reply(user_input, *card)


async def _add_games(service: Service, user_input: UserInput, file: GcgFile) -> bool:
    """Add GCG files to the stored results of a past season; return False without such results.

    A file that belongs to no result is named and not stored.
    """
    form = await pending_imports.kept(service, user_input)
    if form is None or not file.name.lower().endswith(_GAME_FILES):
        return False
    checked_before = await import_reading.check(service, user_input, form)
    if not checked_before.form.is_season:
        return False
    new_games, unread = game_files(file)
    names = {gcg_file.name for gcg_file in new_games}  # a file sent again replaces the earlier one
    files = (*(game for game in form.games if game.name not in names), *new_games)
    form = replace(form, games=tuple(files))
    checked = await import_reading.check(service, user_input, form)
    resolutions = await import_reading.resolved_players(service, checked, form)
    question = await open_question(service, user_input, checked, resolutions, form)
    if question is not None:  # whom a name means may decide which result a file belongs to
        await pending_imports.keep(service, user_input, form)
        kept = say("import.kept_beside", n=len(new_games))
        service.reply(user_input, games_beside(checked, unread) if unread else kept)
        service.reply(user_input, *question)
        return True
    result_of_file = {game.key: place for place, game in checked.season.of_result.items()}
    form = replace(
        form, games=tuple(gcg_file for gcg_file in files if gcg_file.name in result_of_file)
    )
    await pending_imports.keep(service, user_input, form)
    if len(new_games) == 1 and new_games[0].name in result_of_file:
        show_game(service, user_input, form, checked, result_of_file[new_games[0].name] + 1)
    service.reply(
        user_input,
        games_beside(checked, unread),
        ((IMPORT.button(say("button.import.yes"), form.token, ImportAction.RECORD),),),
    )
    return True


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle the buttons of the arbiter's stored form."""
    step = IMPORT.read(user_input.args)
    form = await pending_imports.of_token(service, user_input, step.token)
    if form is None or not user_input.person.arbiter:
        service.answer_late(user_input, say("import.stale"))
        return
    match step.what:
        case ImportAction.SHOW:
            service.toast(user_input)
            checked = await import_reading.check(service, user_input, form)
            show_game(service, user_input, form, checked, number_in(step.which) or 1)
        case ImportAction.WHO:
            await _person_chosen(service, user_input, form, step.which)
        case ImportAction.SETTLE:
            if not step.which.startswith(_SETTLING):
                raise GameStateError(Fault("button_unknown"))
            settled_form = replace(form, settled=form.settled | {step.which})
            await _show_next(service, user_input, settled_form)
        case ImportAction.LAYOUT:
            if step.which not in OFFERED_LAYOUTS:
                raise GameStateError(Fault("button_unknown"))
            answers = replace(form.answers, layout=Layout(step.which))
            await _show_next(service, user_input, replace(form, answers=answers))
        case ImportAction.SWAP:
            answers = replace(form.answers, is_swapped=not form.answers.is_swapped)
            await _show_next(service, user_input, replace(form, answers=answers))
        case ImportAction.RECORD:
            await _confirm(service, user_input, form)
        case ImportAction.DROP:
            await pending_imports.drop(service, user_input)
            await service.questions.drop(user_input, Topic.IMPORT)
            service.edit(user_input, say("import.dropped"))


async def _confirm(service: Service, user_input: UserInput, form: PendingForm) -> None:
    """Record the form, unless it has faults by now, or a question is open."""
    checked = await import_reading.check(service, user_input, form)
    if checked.faults:
        service.edit(user_input, faults_text(checked.faults))
        return
    resolutions = await import_reading.resolved_players(service, checked, form)
    question = await open_question(service, user_input, checked, resolutions, form)
    if question is not None:  # the button is of an earlier preview
        service.edit(user_input, *question)
    else:
        await _record(service, user_input, form)


async def _record(service: Service, user_input: UserInput, form: PendingForm) -> None:
    """Record the form, and send the arbiter the players' invitations."""
    recorded = await record(service, user_input, form)
    if recorded is None:
        service.answer_late(user_input, say("import.stale"))
        return
    await service.questions.drop(user_input, Topic.IMPORT)
    if form.replaces is not None:
        service.reply(user_input, say("import.replaced", code=form.replaces))
    if recorded.competition is not None and recorded.competition.competition.history:
        season = recorded.competition.competition
        text = say("import.done_season", title=season.title, code=season.code)
        service.edit(user_input, text, verify_draws_button(season.code))
    elif recorded.competition is not None:
        competition = recorded.competition.competition
        text = say("import.done_competition", title=competition.title)
        service.edit(user_input, text, verify_draws_button(competition.code))
        await send_invitations(service, user_input, competition)
    if recorded.match is not None:
        match = recorded.match.match
        names = await service.persons.names(match.people)
        first, second = names[match.first], names[match.second]
        text = say("import.done_match", match=match.code, first=first, second=second)
        service.edit(user_input, text, verify_match_button(match.code))
        await invite_players(service, user_input, recorded.match, match.people)
