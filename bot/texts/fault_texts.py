"""Errors of the engine as sentences, each with the article that it breaks."""

from collections.abc import Callable, Iterable
from typing import Final

from bot.texts.i18n import CITED
from bot.texts.messages import Param, Text
from engine.errors import EngineError, Fault
from engine.games.appraisal import UNKNOWN_WORD
from engine.tiles import JOKER


def fault_text(fault: Fault) -> Text:
    """Return the error as a sentence with its article."""
    return with_article(Text(f"fault.{fault.code}", fault_facts(fault)), fault.article)


def refusal_texts(faults: Iterable[Fault]) -> list[tuple[Fault, Text]]:
    """Return one refusal's errors, each with its sentence.

    An error appears once, all unknown words share one sentence, and an article follows the last
    sentence to which it applies.
    """
    distinct: list[Fault] = []
    for fault in faults:
        if fault not in distinct:
            distinct.append(fault)
    words = [str(fault.facts["word"]) for fault in distinct if fault.code == UNKNOWN_WORD]
    texts: list[tuple[Fault, Text]] = []
    for fault in distinct:
        if fault.code != UNKNOWN_WORD or len(words) == 1:
            texts.append((fault, Text(f"fault.{fault.code}", fault_facts(fault))))
        elif fault.facts["word"] == words[0]:  # the first stands for all of them
            listed: list[Text] = [Text("fault.tile", {"tile": word}) for word in words]
            texts.append((fault, Text("fault.unknown_words", {"words": listed})))
    # The later number replaces the earlier, so each article has its last sentence.
    last = {fault.article: number for number, (fault, _) in enumerate(texts)}
    return [
        (fault, with_article(text, fault.article) if last[fault.article] == number else text)
        for number, (fault, text) in enumerate(texts)
    ]


def refusal_lines(faults: Iterable[Fault]) -> list[Text]:
    """Return the sentences of `refusal_texts`, a line each."""
    return [Text("play.fault", {"fault": text}) for _, text in refusal_texts(faults)]


def with_article(sentence: Text, article: str) -> Text:
    """Return the sentence with its article, if it has one."""
    if not article:
        return sentence
    return Text(CITED, {"sentence": sentence, "article": article})


def fault_facts(fault: Fault) -> dict[str, Param]:
    """Return the facts for a sentence: tiles and phases by name."""
    tile_texts = _missing_tiles if fault.code in _SHORT_OF_TILES else _tile_names
    return {name: _shown_fact(name, fact, tile_texts) for name, fact in fault.facts.items()}


_SHORT_OF_TILES: Final = frozenset({"not_on_rack", "not_on_his_rack"})
"""The errors that say how many of each tile a rack lacks."""


def _shown_fact(
    name: str,
    fact: str | int | tuple[str, ...],
    tile_texts: Callable[[tuple[str, ...]], list[Text]],
) -> Param:
    """Return a fact of a fault as its sentence shows it: phases and tiles by name."""
    if isinstance(fact, tuple) and name == "tiles":
        return tile_texts(fact)
    return Text(f"phase.name_{fact}") if name == "phase" else fact


def _missing_tiles(tiles: tuple[str, ...]) -> list[Text]:
    """Return how many of each tile are missing: „un A”, „2 de S”, „un joker”."""
    letters = [tile for tile in dict.fromkeys(tiles) if tile != JOKER]
    return [
        *(Text("fault.tiles", {"n": tiles.count(tile), "tile": tile}) for tile in letters),
        *_tile_names(tuple(tile for tile in tiles if tile == JOKER)),
    ]


def _tile_names(tiles: tuple[str, ...]) -> list[Text]:
    """Return the tiles in players' words: the letters, then „un joker”."""
    letters = [Text("fault.tile", {"tile": tile}) for tile in tiles if tile != JOKER]
    jokers = tiles.count(JOKER)
    return [*letters, Text("fault.jokers", {"n": jokers})] if jokers else letters


def faults_text(error: EngineError) -> list[Text]:
    """Return the sentences about all errors that the engine reported."""
    return [text for _, text in refusal_texts(error.faults)]
