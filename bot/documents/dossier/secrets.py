"""What a case file leaves out: seeds that are still secret, and private messages.

A seed decides tiles that must stay secret until their game begins (art. 1.3). The file includes
only messages that a game itself causes. Answers to a person's own questions, their notes and their
conditional moves are no part of the file.
"""

import json
from collections.abc import Mapping
from typing import Any, Final

from bot.texts.messages import Text
from engine.embargo import GamePart, GameReader, both_games, may_see
from engine.ids import Leg
from engine.matches.match import Match

_PUBLIC: Final = (
    "call_off.told",
    "case.decision",
    "case.closed_players",
    "case.heard",
    "case.new_statement",
    "case.overdue",
    "case.remind",
    "case.untold",
    "chat.gagged",
    "chat.line",
    "chat.report",
    "chat.ungagged",
    "claim.answered",
    "claim.more",
    "claim.taken_back",
    "claim.told",
    "dossier.sent",
    "entry.confirm",
    "entry.was_confirmed",
    "entry.was_rejected",
    "exclusion.",
    "game.ended",
    "grant.told",
    "interruption.copy",
    "interruption.declined",
    "interruption.proposed",
    "leave.announced",
    "leave.changed",
    "leave.withdrawn",
    "leg.started",
    "leg.started_arbiter",
    "letter.answer",
    "letter.copy",
    "letter.told",
    "means.proposed",
    "means.told_",
    "means.was_refused",
    "nudge.partner",
    "own.taken",
    "relayed.sheet",
    "remark.objection",
    "remark.told",
    "remind.",
    "results.final",
    "results.player_",
    "results.proposed",
    "results.remind",
    "results.remind_several",
    "results.silent",
    "results.silent_you",
    "return.author",
    "return.copy",
    "return_leg.offer",
    "return_leg.offer_closing",
    "place.freed_other",
    "sheets.",
    "silence.dossier",
    "start.arbiter_told",
    "time.exceeded_",
    "turn.board",
    "unreachable.",
    "verdict.told",
    "writer.told",
)
"""Keys, or prefixes up to a dot or an underscore, of messages that belong to the game.

All others are left out.
"""
_PUBLIC_PREFIXES: Final = tuple(key for key in _PUBLIC if key.endswith((".", "_")))
_PASSED_ON: Final = "writer.pass_on"
"""The message to a player who has a writer; the player's own message is its fact `text`."""
_OWN_WORDS: Final = {
    "chat.line": "text",
    "claim.answered": "text",
    "claim.more": "text",
    "claim.told": "comment",
    "letter.answer": "text",
    "letter.copy": "text",
    "letter.told": "text",
    "remark.objection": "text",
    "remark.told": "text",
}
"""Messages that pass on a person's words, and the fact that contains those words.

A section of its own shows those words, unless their author has had them erased.
"""
_SEEDS: Final = {Leg.HOME: "home_seed", Leg.RETURN: "return_seed"}
"""The fields of a match's first event that have the seeds."""


def is_public(key: str) -> bool:
    """Return whether a message with that key belongs to the file of its game."""
    return key in _PUBLIC or key.startswith(_PUBLIC_PREFIXES)


def key_of(text: Mapping[str, Any]) -> str:
    """Return the key of a stored text; for a message to a writer, the key of the inner message."""
    key = str(text.get("key", ""))
    return key_of(text["params"]["text"]) if key == _PASSED_ON else key


def without_words(text: Text) -> Text:
    """Return the message without a person's own words, which they may have had erased."""
    if text.key == _PASSED_ON and isinstance(inner := text.params["text"], Text):
        return Text(text.key, {**text.params, "text": without_words(inner)})
    if text.key in _OWN_WORDS:
        return Text(text.key, {**text.params, _OWN_WORDS[text.key]: "…"})
    return text


def secret_seeds(match: Match) -> tuple[str, ...]:
    """Return the fields of the match's first event with seeds that a player may not see yet."""
    games, player = both_games(match), GameReader(match.first)
    visible = {
        game.seed
        for game in games
        if may_see(GamePart.SEED, game, player, games, match.rules.public_when)
    }
    return tuple(field for leg, field in _SEEDS.items() if match.seeds[leg] not in visible)


def censored(row: Mapping[str, Any], secret: tuple[str, ...]) -> Mapping[str, Any]:
    """Return a row of the match's stream without those facts, their names under `withheld`.

    The hash stays that of the whole event; anyone can recompute it once the facts are published.
    """
    payload = json.loads(row["payload"])
    withheld = [name for name in secret if name in payload]
    if not withheld:
        return row
    kept = {name: fact for name, fact in payload.items() if name not in withheld}
    text = json.dumps(kept, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return {**row, "payload": text, "withheld": withheld}
