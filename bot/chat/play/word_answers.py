"""`/cuvant`: whether words are valid, by each word list that the person plays with."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.runtime.shared import UserInput
from bot.service.lookups.cases.word_lists import UsedWordList, word_lists_of
from bot.service.service import Service
from bot.texts.messages import Text, say
from engine.games.events import EditionRef
from engine.notation import fold

_MOST_WORDS: Final = 20
"""The most words in one query."""


async def words(service: Service, user_input: UserInput) -> None:
    """Handle `/cuvant`: whether words are valid in the person's competitions (art. 3.1, 5.3).

    For a person without a game, today's list answers.
    """
    typed = fold(user_input.args).upper().replace(",", " ").split()
    queried = [*dict.fromkeys(word for typed_word in typed if (word := _bare(typed_word)))]
    if not queried:
        service.reply(user_input, say("words.how"))
        return
    lists = await word_lists_of(service, user_input.person.id)
    if not lists:
        lists = [UsedWordList(say("words.today"), service.todays_edition(), {})]
    answers = _answers(service, lists, queried[:_MOST_WORDS])
    more_rows = [say("words.more", most=_MOST_WORDS)] if len(queried) > _MOST_WORDS else []
    if len(answers) == 1:
        service.reply(user_input, _list_text(service, answers[0], more_rows))
        return
    texts = [_list_text(service, answer, (), names_use=True) for answer in answers]
    service.reply(user_input, say("words.several", lists=[*texts, *more_rows]))


@dataclass(frozen=True, slots=True)
class _Answer:
    """One word list's answer about the words, and the competitions that use it."""

    edition: EditionRef
    rows: tuple[Text, ...]
    where: list[Text]


def _answers(
    service: Service, lists: Sequence[UsedWordList], queried: Sequence[str]
) -> list[_Answer]:
    """Return each list's answer; equal answers of one edition are merged."""
    answers: list[_Answer] = []
    for word_list in lists:
        lexicon = service.shared.lexicon(word_list.edition)
        rows = tuple(
            say(_verdict_key(word, lexicon, word_list.ruled), word=word) for word in queried
        )
        same = next(
            (
                answer
                for answer in answers
                if (answer.edition, answer.rows) == (word_list.edition, rows)
            ),
            None,
        )
        if same is not None:
            same.where.append(word_list.where)
        else:
            answers.append(_Answer(word_list.edition, rows, [word_list.where]))
    return answers


def _list_text(
    service: Service, answer: _Answer, more_rows: Sequence[Text], *, names_use: bool = False
) -> Text:
    """Return a list's answer as a text, with the list's name.

    `names_use`: whether it names the competitions that use the list.
    """
    edition = answer.edition
    note = None if service.shared.official(edition) else say("words.not_official")
    rows = [*answer.rows, *more_rows]
    if names_use:
        return say("words.where", where=answer.where, rows=rows, edition=edition.name, note=note)
    return say("words.list", rows=rows, edition=edition.name, note=note)


def _bare(word: str) -> str:
    """Return the word without surrounding punctuation."""
    return word.lstrip("„”\"'(").rstrip("„”\"').;:!?")


def _verdict_key(word: str, lexicon: Container[str], ruled: Mapping[str, bool]) -> str:
    """Return the key of a word's answer; a ruling precedes the list (art. 5.3)."""
    if not word.isalpha():
        return "words.no_word"
    if word in ruled:
        return "words.ruled_right" if ruled[word] else "words.ruled_wrong"
    return "words.right" if word in lexicon else "words.wrong"
