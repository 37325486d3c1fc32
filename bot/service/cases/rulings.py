"""The steps of a ruling: choice on a card, reason, preview, confirmation (art. 10).

The code of a decision is `CASE RULING`, with rulings as in `bot.texts.notices.cases.codes`, or
`GAME RULING` where the ruling opens its own case. `bot.service.decision_kinds` runs the steps.
"""

from collections.abc import Container
from typing import Final, NamedTuple

from bot.runtime.shared import UserInput
from bot.service.lookups.cases.facts import is_over_time
from bot.service.lookups.cases.ruling_checks import check_may_rule
from bot.service.lookups.cases.situation import load_situation
from bot.service.pure.acts import order_of
from bot.service.readers.cases.case_snapshots import CaseSnapshot
from bot.service.readers.readers import Readers
from bot.service.service import Service
from bot.texts.buttons.cases import BOTH, CASE, RULE, TIME, CaseAction
from bot.texts.messages import Button, Card, Text, say
from bot.texts.notices.cases.codes import code_of, ruling_of
from bot.texts.notices.cases.effects import full_effects
from bot.texts.notices.cases.facts import is_counted_right
from bot.texts.notices.cases.ruling_texts import claim_text, ruling_text, short_ruling
from engine.cases.case import Case, article_of
from engine.cases.choices import choices, concerned
from engine.cases.decide import rule
from engine.cases.events import CaseId, ClaimKind, Ruling, RulingKind
from engine.cases.finality import check_final, final_rulings
from engine.cases.rulings import consequences_in, effect_here, lifted_first
from engine.errors import Fault, GameStateError
from engine.games.game import Game
from engine.games.orders import Order
from engine.ids import GameId, Seat
from engine.notation import listed_form

KIND = "ruling"
"""The kind of the decision."""
UNREAD = "…"
"""The reason of a ruling that is only previewed: it must have one, and nobody reads it."""
_USUAL_REASONS: Final = {
    RulingKind.LOST_ON_TIME: "why.time",
    RulingKind.BOTH_LOST_ON_TIME: "why.both_time",
    RulingKind.NO_SHOW: "why.no_show",
    RulingKind.AS_PLAYED: "why.as_played",
    RulingKind.WORD_ACCEPTED: "why.word_accepted",
    RulingKind.RETURNED: "why.technical",
    RulingKind.SCORE: "why.arithmetic",
    RulingKind.EXTENSION: "why.force_majeure",
}
"""The usual reason of each kind of ruling that has the same one in every case."""


def about_of(snapshot: CaseSnapshot, ruling: Ruling) -> str:
    """Return the code of the ruling in that case, or in the case that it opens (`seq` 0)."""
    case = snapshot.case
    return f"{case.id if snapshot.seq else case.game} {code_of(ruling, case)}"


class ProposedRuling(NamedTuple):
    """A ruling that an arbiter may make in a case."""

    snapshot: CaseSnapshot
    ruling: Ruling


async def read(readers: Readers, user_input: UserInput, about: str) -> ProposedRuling:
    """Return the ruling of a code, if the person may rule on its case.

    Raises:
        GameStateError: the bot never wrote the code, or the person may not rule.
    """
    named, _, code = about.partition(" ")
    if "#" in named:
        snapshot = await readers.cases.ruled_by(user_input, CaseId(named))
    else:
        game = await readers.games.ruled_by(user_input, GameId(named))
        snapshot = await readers.cases.own_case(game, user_input.person.id, user_input.at)
    return ProposedRuling(snapshot, ruling_of(code, snapshot.case))


async def time_ruling(
    readers: Readers, user_input: UserInput, about: str, kind: RulingKind
) -> ProposedRuling:
    """Return a ruling on exceeded time, in the open claim about it or in a new case.

    `about`: the arguments of its button. A new case opens with the ruling, so a cancelled ruling
    leaves none behind.

    Raises:
        GameStateError: the bot never wrote that button, or the person does not rule the game.
    """
    game, seat = TIME.read(about)
    snapshot = await readers.games.ruled_by(user_input, game)
    if seat == BOTH and kind is RulingKind.LOST_ON_TIME:
        seats = {*Seat}
        ruling = Ruling(kind=RulingKind.BOTH_LOST_ON_TIME)
    elif seat in set(Seat):
        seats = {Seat(seat)}
        ruling = Ruling(kind=kind, seat=Seat(seat))
    else:
        raise GameStateError(Fault("button_unknown"))
    for claim in await readers.cases.of_game(snapshot.game.id):
        case = claim.case
        is_time_claim = case.is_open and case.kind is ClaimKind.TIME
        is_of_seats = not seats.isdisjoint(concerned(case, snapshot.game))
        if is_time_claim and is_of_seats and case.complete_at is not None:
            return ProposedRuling(claim, ruling)
    own_case = await readers.cases.own_case(snapshot, user_input.person.id, user_input.at)
    return ProposedRuling(own_case, ruling)


async def figure_buttons(
    readers: Readers, user_input: UserInput, case: Case, kind: RulingKind
) -> list[Button]:
    """Return a button for each usual figure of a kind of ruling, such as a number of days."""
    present = await load_situation(readers, case.game)
    order = order_of(user_input, "", "", case=case.id)
    names = await readers.persons.names(present.match.people)
    return [
        RULE.button(
            say("button.plain", label=short_ruling(ruling, case, present.game, names)),
            case.id,
            code_of(ruling),
        )
        for ruling in choices(case, present, order, kind)
    ]


async def check_not_final(
    readers: Readers, user_input: UserInput, case: Case, ruling: Ruling
) -> None:
    """Check that this arbiter may replace a ruling of the chief arbiter.

    Raises:
        GameStateError: `ruling_is_final` (art. 10.1).
    """
    game_cases = await readers.cases.of_same_game(case)
    present = await load_situation(readers, case.game)
    order = Order(
        at=readers.unit.now, arbiter=user_input.person.id, article="", reason="", case=case.id
    )
    check_final(game_cases, case, user_input.person.id, ruling, effect_here(present, order, ruling))


async def question(
    readers: Readers, user_input: UserInput, snapshot: CaseSnapshot, ruling: Ruling
) -> Text:
    """Return the preview of the ruling with its effects, before its reason is known.

    Raises:
        EngineError: the ruling is not possible now.
    """
    case = snapshot.case
    present = await load_situation(readers, case.game)
    article = article_of(case, ruling.kind)
    game_cases = await readers.cases.of_same_game(case)
    # The preview is the same for every arbiter: author and reason are shown beside it.
    order = Order(
        at=readers.unit.now, arbiter=game_cases.main, article=article, reason=UNREAD, case=case.id
    )
    for made in filter(None, (lifted_first(case, present, order, ruling), ruling)):
        await check_may_rule(readers, present.game, made, readers.unit.now)
    effect = effect_here(present, order, ruling)
    check_final(game_cases, case, user_input.person.id, ruling, effect)
    rule(case, order, ruling)
    consequences = consequences_in(case, present, order, ruling)
    names = await readers.persons.names(present.people)
    own_final = final_rulings(game_cases, case, ruling, effect)
    changed_cases = [final_case.id for final_case, _ in own_final]
    return say(
        "ruling.shown",
        case=case.id,
        claim=claim_text(case),
        ruling=ruling_text(ruling, case, present.game, names),
        article=article,
        effects=full_effects(present, consequences, names, order.at),
        final=say("ruling.own_final", case=changed_cases[0]) if changed_cases else None,
    )


async def usual_reasons(readers: Readers, case: Case, ruling: Ruling) -> list[Text]:
    """Return the usual reasons that are true of this case, one for each tap."""
    game = await readers.games.get(case.game)
    if ruling.kind in {RulingKind.WORD_VALID, RulingKind.WORD_INVALID}:
        return _about_words(ruling, readers.shared.lexicon(game.edition))
    if ruling.kind is RulingKind.REJECTED:
        reasons = await _why_rejected(readers, case, game)
        return [*reasons, say("why.unproved")] if case.kind is not None else []
    key = _USUAL_REASONS.get(ruling.kind)
    return [] if key is None else [say(key)]


def _about_words(ruling: Ruling, lexicon: Container[str]) -> list[Text]:
    """Return why the words are valid or not, by the game's list."""
    missing = [word for word in ruling.words if listed_form(word) not in lexicon]
    if ruling.kind is RulingKind.WORD_INVALID:
        if missing == [*ruling.words]:
            return [say("why.word_not_listed")]
        return [say("why.words_missing", words=", ".join(missing).upper())] if missing else []
    return [say("why.word_derived" if missing else "why.word_listed")]


async def _why_rejected(readers: Readers, case: Case, game: Game) -> list[Text]:
    """Return the reasons against the case's claim that agree with the facts."""
    if case.kind is None or not await _is_refuted(readers, case, game):
        return []
    refused = say(f"why.rejected_{case.kind}")
    return [say("why.word_listed"), refused] if case.kind is ClaimKind.WORD else [refused]


async def _is_refuted(readers: Readers, case: Case, game: Game) -> bool:
    """Return whether a usual reason against the claim agrees with the facts.

    Only words, time and points can be checked; against other claims it may always be true.
    """
    match case.kind:
        case ClaimKind.WORD:
            lexicon = readers.shared.lexicon(game.edition)
            return all(listed_form(word) in lexicon for word in case.words)
        case ClaimKind.TIME:
            return not await is_over_time(readers, case, game)
        case ClaimKind.ARITHMETIC:
            return is_counted_right(case, game)
        case _:
            return True


async def show(readers: Readers, user_input: UserInput, about: str, _reason: str) -> Text:
    """Return the preview; the reason, which everybody reads beside it, changes nothing in it."""
    return await question(readers, user_input, *await read(readers, user_input, about))


async def carry_out(service: Service, user_input: UserInput, about: str, reason: str) -> Card:
    """Make the ruling; the case opens with it if it has none yet."""
    snapshot, ruling = await read(service, user_input, about)
    if not snapshot.seq:
        snapshot = await service.case_acts.open(
            user_input, await service.games.load(snapshot.case.game)
        )
    ruled = await service.rulings.make(user_input, snapshot, ruling, reason)
    names = await service.persons.names(ruled.before.match.people)
    done = say(
        "ruling.done",
        case=snapshot.case.id,
        ruling=ruling_text(ruling, snapshot.case, ruled.before.game, names),
        article=ruled.snapshot.case.rulings[-1].article,
        reason=reason,
    )
    # The button opens the case, in which a mistaken ruling can be replaced at once (art. 10.1).
    return Card(done, ((CASE.button(say("button.case.open"), snapshot.case.id, CaseAction.OPEN),),))
