"""`/regulament`: the regulation in short words of our own, article by article."""

from bot.runtime.shared import Said
from bot.service.service import Service
from bot.texts.articles import ARTICLES, CHAPTERS, article_of
from bot.texts.messages import Button, Buttons, Text, rows_of, say


async def regulation(service: Service, said: Said) -> None:
    """Handle `/regulament [ARTICLE or CHAPTER]`: `7.2`, `art. 7.2`, `7`, or the contents."""
    asked = said.args.lower().removeprefix("art").strip(" .")
    if asked in ARTICLES:
        service.reply(said, *_article(asked))
    elif asked.isdecimal() and int(asked) in CHAPTERS:
        service.reply(said, *_chapter(int(asked)))
    elif asked:
        service.reply(said, say("regulation.none", asked=asked), _contents())
    else:
        service.reply(said, say("regulation.contents"), _contents())


async def pressed(service: Service, said: Said) -> None:
    """Handle a press in it: `reg:` (the contents) or `reg:CHAPTER`."""
    if said.args.isdecimal() and int(said.args) in CHAPTERS:
        service.edit(said, *_chapter(int(said.args)))
    else:
        service.edit(said, say("regulation.contents"), _contents())


def is_cited(code: str) -> bool:
    """Return whether the bot was opened by an article's link in a message."""
    return bool(article_of(code))


async def cited(service: Service, said: Said) -> None:
    """Answer whoever has tapped an article's link: `/start art-7-2`."""
    service.reply(said, *_article(article_of(said.args)))


def _article(article: str) -> tuple[Text, Buttons]:
    chapter = int(article.partition(".")[0])
    return _said(article), (_to(chapter), _BACK)


def _said(article: str) -> Text:
    """Return the article: its number, its subject, and what it asks."""
    name = say(f"article.name.{article}")
    return say("regulation.article", article=article, name=name, text=say(f"article.{article}"))


def _chapter(chapter: int) -> tuple[Text, Buttons]:
    its = [article for article in ARTICLES if article.startswith(f"{chapter}.")]
    text = say(
        "regulation.chapter",
        number=chapter,
        name=say(f"regulation.chapter.{chapter}"),
        articles=[_said(article) for article in its],
    )
    return text, (_BACK,)


def _contents() -> Buttons:
    return rows_of([button for chapter in CHAPTERS for button in _to(chapter)], 2)


def _to(chapter: int) -> tuple[Button]:
    name = say(f"regulation.chapter.{chapter}")
    return (Button(say("button.chapter", number=chapter, name=name), f"reg:{chapter}"),)


_BACK = (Button(say("button.contents"), "reg:"),)
