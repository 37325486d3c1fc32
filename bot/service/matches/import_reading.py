"""Reads and checks an arbiter's form of games that began elsewhere."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.documents.tables.import_form import read_import
from bot.documents.tables.import_gcg import read_import_gcg
from bot.documents.tables.import_stated import (
    ImportForm,
    key_of,
)
from bot.runtime.shared import BotSettings, UserInput
from bot.service.context import Context
from bot.service.matches.pending_imports import PendingForm
from bot.service.operations.people.resolving import Named, Resolved, resolve, row_of
from bot.service.pure.matches.checked_import import CheckedImport, ImportTerms
from bot.service.pure.matches.form_parts import pairings_of, players_of
from bot.service.pure.matches.import_check import check_import
from bot.service.pure.matches.season_games import check_games
from bot.service.readers.readers import Readers
from engine.games.importing import StatedLeave
from engine.ids import MatchCode, PersonId
from engine.thinking_time import day_of
from engine.tiles import load_tile_set

GCG: Final = ".gcg"
"""The end of the name of a file with one game's moves; any other file is a form."""


def checked(
    shared: BotSettings, pending: PendingForm, arbiter: PersonId, at: datetime
) -> CheckedImport:
    """Return the form as read and checked, with all its faults.

    Its players and matches have provisional numbers, which are replaced when it is recorded.

    Raises:
        TableError: the file as a whole cannot be read.
    """
    today = day_of(at, shared.rules.time_zone)
    if pending.name.lower().endswith(GCG):
        tiles = load_tile_set(shared.rules.tile_set)
        form, unread = read_import_gcg(pending.content, pending.name, tiles)
    else:
        form, unread = read_import(pending.content, pending.name, pending.answers, today)
    form = in_one_spelling(form, pending.people)
    # Negative numbers belong to nobody; -1 is the program itself.
    people = {key: PersonId(-2 - index) for index, key in enumerate(players_of(form))}
    codes = [MatchCode(f"{number}") for number, _ in enumerate(pairings_of(form), 1)]
    edition = shared.edition_on(form.begun or today)
    terms = ImportTerms(
        rules=shared.rules,
        edition=edition,
        lexicon=shared.lexicon(edition),
        arbiter=arbiter,
        at=at,
    )
    as_checked = check_import(form, terms, people, codes)
    form = as_checked.form
    if form.is_season and pending.games:
        as_checked = replace(as_checked, season=check_games(form, pending.games, terms, people))
    return replace(as_checked, faults=(*unread, *as_checked.faults))


def in_one_spelling(form: ImportForm, answers: Mapping[str, str]) -> ImportForm:
    """Return the form with each player under one spelling: that of their first row.

    Spellings of one name are one player, and so are two names of which the arbiter said so.
    `answers`: those about names (`PendingForm.people`).
    """
    rows: dict[str, str] = {}  # the first spelling of each player, by its normal form
    chosen: dict[str, str] = {}
    for name in players_of(form).values():
        named = Named(name=name)
        normal, _ = named.spelling
        same_as = row_of(answers.get(named.about, ""))
        if same_as is None:
            chosen[key_of(name)] = rows.setdefault(normal, name)
        else:  # a question numbers the players without their other spellings
            chosen[key_of(name)] = list(rows.values())[same_as]
    return renamed(form, chosen)


def renamed(form: ImportForm, spelling: Mapping[str, str]) -> ImportForm:
    """Return the form with other spellings of its players' names, by `key_of` the old one.

    Leave stated under two spellings of one player is joined.
    """

    def name(old: str) -> str:
        return spelling.get(key_of(old), old)

    leave: dict[str, tuple[StatedLeave, ...]] = {}
    for old_key, stated in form.leave.items():
        new_key = key_of(name(old_key))
        leave[new_key] = (*leave.get(new_key, ()), *stated)
    return replace(
        form,
        games=tuple(replace(game, red=name(game.red), blue=name(game.blue)) for game in form.games),
        results=tuple(
            replace(result, red=name(result.red), blue=name(result.blue)) for result in form.results
        ),
        leave=leave,
    )


async def resolved_players(
    readers: Readers, checked_import: CheckedImport, form: PendingForm
) -> list[Resolved]:
    """Return whom each player of the form means, with open questions."""
    named = [Named(name=name) for name in checked_import.names.values()]
    return await resolve(readers, named, form.people)


async def check(context: Context, user_input: UserInput, form: PendingForm) -> CheckedImport:
    """Return the result of `checked`, computed in a thread so that other people need not wait."""
    return await asyncio.to_thread(
        checked, context.shared, form, user_input.person.id, user_input.at
    )
