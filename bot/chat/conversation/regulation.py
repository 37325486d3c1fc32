"""`/regulament`: the regulation summarised, by article."""

import re
from typing import Final

from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.articles import ARTICLES, CHAPTERS, IN_FULL, READINGS, article_of
from bot.texts.buttons.conversation import ARTICLE, REGULATION
from bot.texts.i18n import load_catalogue
from bot.texts.messages import Button, Buttons, Card, Text, rows_of, say
from engine.errors import Fault, GameStateError
from engine.notation import fold

_SHORTEST_SEARCH: Final = 3
"""The fewest letters of a search word."""
_MOST_FOUND: Final = 6
"""The most articles in an answer to a search."""
_ARTICLE: Final = re.compile(r"^art(?:icolul|icol|icle)?(?![^\W\d_])")
"""The word before an article's number; „articulat” is a word to search."""
_BACK: Final = (REGULATION.button(say("button.contents"), ""),)
"""The row with the button to the contents."""


async def show(service: Service, user_input: UserInput) -> None:
    """Handle `/regulament [ARTICLE, CHAPTER or word]`: `7.2`, `art. 7.2`, `7`, or the contents."""
    wanted = _ARTICLE.sub("", user_input.args.lower(), count=1).strip(" .")
    if (card := _card_of(wanted)) is not None:
        service.reply(user_input, *card)
    elif matching := _articles_with(user_input.args, user_input.person.language):
        articles = [_summary(article) for article in matching]
        text = say("regulation.found", asked=user_input.args, articles=articles)
        service.reply(user_input, text, (*_article_buttons(matching), _BACK))
    elif wanted:
        service.reply(user_input, say("regulation.none", asked=wanted), _contents_rows())
    else:
        service.reply(user_input, say("regulation.contents"), _contents_rows())


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle its buttons: `reg:` (the contents), `reg:CHAPTER` or `reg:ARTICLE`."""
    card = _card_of(REGULATION.read(user_input.args).place)
    service.edit(user_input, *card or Card(say("regulation.contents"), _contents_rows()))


def _card_of(place: str) -> Card | None:
    """Return the card of an article, `7.2`, or of a chapter, `7`; None for any other text."""
    if place in ARTICLES:
        return _article_card(place)
    if place.isdecimal() and int(place) in CHAPTERS:
        return _chapter_card(int(place))
    return None


async def explain_article(service: Service, user_input: UserInput) -> None:
    """Handle the button that shows an article below its message: `article:ARTICLE`."""
    article = ARTICLE.read(user_input.args).place
    if article not in ARTICLES:
        raise GameStateError(Fault("button_unknown"))
    service.toast(user_input)
    service.reply(user_input, *_article_card(article))


def is_link(code: str) -> bool:
    """Return whether the code comes from an article's link in a message."""
    return bool(article_of(code))


async def open_link(service: Service, user_input: UserInput) -> None:
    """Handle an article's link: `/start art-7-2`."""
    service.reply(user_input, *_article_card(article_of(user_input.args)))


def _articles_with(typed: str, language: str | None) -> list[str]:
    """Return the articles that contain the typed text, regardless of diacritics and case."""
    sought = fold(typed.strip()).lower()
    if len(sought) < _SHORTEST_SEARCH or not sought.replace(" ", "").isalpha():
        return []
    catalogue = load_catalogue(language)
    return [
        article
        for article in ARTICLES
        if sought in fold(catalogue.plain(_full_text(article))).lower()
    ][:_MOST_FOUND]


def _article_card(article: str) -> Card:
    chapter = int(article.partition(".")[0])
    return Card(_full_text(article), (_chapter_row(chapter), _BACK))


def _full_text(article: str) -> Text:
    """Return the article: number, subject, requirement, its use in the bot, its interpretation."""
    more = say(f"article.more.{article}") if article in IN_FULL else None
    reading = None
    if article in READINGS:
        reading = say("regulation.reading", text=say(f"article.reading.{article}"))
    return say("regulation.whole", article=_summary(article), more=more, reading=reading)


def _summary(article: str) -> Text:
    """Return an article's number, name and summary."""
    name = say(f"article.name.{article}")
    return say("regulation.article", article=article, name=name, text=say(f"article.{article}"))


def _chapter_card(chapter: int) -> Card:
    """Return a chapter with its articles in brief, and buttons for those with more text."""
    articles = [article for article in ARTICLES if article.startswith(f"{chapter}.")]
    text = say(
        "regulation.chapter",
        number=chapter,
        name=say(f"regulation.chapter.{chapter}"),
        articles=[_summary(article) for article in articles],
    )
    return Card(text, (*_article_buttons(articles), _BACK))


def _article_buttons(articles: list[str]) -> Buttons:
    """Return a button for each of these articles that has more text."""
    with_more_text = [article for article in articles if article in IN_FULL | READINGS]
    return rows_of(
        [
            REGULATION.button(say("button.article", article=article), article)
            for article in with_more_text
        ],
        4,
    )


def _contents_rows() -> Buttons:
    return rows_of([button for chapter in CHAPTERS for button in _chapter_row(chapter)], 2)


def _chapter_row(chapter: int) -> tuple[Button]:
    name = say(f"regulation.chapter.{chapter}")
    return (REGULATION.button(say("button.chapter", number=chapter, name=name), f"{chapter}"),)
