"""A person's data: what is stored, a copy of it, and being forgotten."""

from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.buttons.matches import KEEP
from bot.texts.buttons.people import FORGET, MY_DATA
from bot.texts.messages import Notice, say
from bot.texts.pictures import Document, DocumentKind
from engine.ids import CompetitionCode
from storage.errors import DamagedLog
from storage.people import web_sessions
from storage.people.obligations import Obligations, obligations_of


async def privacy(service: Service, user_input: UserInput) -> None:
    """Handle `/confidentialitate`: what is stored, and the person's data as a file."""
    buttons = (
        (MY_DATA.button(say("button.my_data")),),
        (FORGET.button(say("button.forget_me")),),
    )
    service.reply(user_input, say("privacy.text"), buttons)


async def my_data(service: Service, user_input: UserInput) -> None:
    """Handle the button for one's own data: `mydata`."""
    service.toast(user_input)
    document = Document(DocumentKind.MY_DATA, str(user_input.person.id))
    service.reply(user_input, say("privacy.data"), document=document)


async def forget_me(service: Service, user_input: UserInput) -> None:
    """Handle `/uita_ma` and its button, `forget`: explain the effect and ask for confirmation.

    It also ends the person's sessions in the Mini App.

    Raises:
        GameStateError: as `_obligations`.
    """
    await web_sessions.end(service.unit.tx, user_input.person.id)
    obligations = await _obligations(service, user_input)
    rows = [say(f"forget.{kind}", n=n) for kind, n in _counts(obligations).items() if n]
    text = say("forget.ask", obligations=rows or None)
    yes = FORGET.button(say("button.forget_sure"), sure=True)
    no = KEEP.button(say("button.undecide"))
    service.answer(user_input, text, ((yes,), (no,)))


async def _obligations(service: Service, user_input: UserInput) -> Obligations:
    """Return where the person is still needed.

    Raises:
        GameStateError: the log of a competition of theirs is damaged.
    """
    try:
        return await obligations_of(service.unit.tx, user_input.person.id)
    except DamagedLog as error:
        raise service.shared.damaged.note(error) from error


def _counts(obligations: Obligations) -> dict[str, int]:
    """Return how many games, matches, competitions and seats the person has, by kind."""
    return {
        "playing": len(obligations.playing),
        "waiting": len(obligations.waiting),
        "ruling": len(obligations.ruling),
        "leading": len(obligations.leading),
        "places": len(obligations.places),
    }


async def forget_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the buttons that ask to be forgotten: `forget`, then `forget:yes`.

    The operators are notified, at most once a day; they decide and do it.
    """
    if not FORGET.read(user_input.args).sure:
        await forget_me(service, user_input)
        return
    who, number = user_input.person.name, str(user_input.person.id)
    obligations = await _obligations(service, user_input)
    competitions = [
        await service.competitions.load(CompetitionCode(code)) for code in obligations.places
    ]
    where = ", ".join(snapshot.competition.title for snapshot in competitions) or None
    request = say("operator.forget", who=who, number=number, where=where, **_counts(obligations))
    for operator in service.shared.operators:
        key = f"forget:{user_input.person.id}:{operator}:{service.today()}"
        service.unit.say(Notice(to=operator, text=request, dedup=key))
    service.edit(user_input, say("forget.sent" if service.shared.operators else "forget.nobody"))
