"""An arbiter's ruling in a case, worded from the game's state before the ruling."""

from bot.documents.dossier.facts import CaseFile, Dossier
from bot.texts.messages import Text
from bot.texts.notices.cases.ruling_texts import ruling_text
from engine.cases.events import CaseRuled
from engine.games.fold import replay_before


def decision(ruled: CaseRuled, file: CaseFile, dossier: Dossier) -> Text:
    """Return the ruling as a sentence, in the same words that both players received."""
    game = next(facts for facts in dossier.games if facts.game.id == file.case.game)
    before = replay_before(game.events, ruled.at)
    return ruling_text(ruled.ruling, file.case, before, dossier.names)
