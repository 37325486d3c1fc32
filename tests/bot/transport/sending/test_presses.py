"""A button press is answered at once or not at all."""

from bot.texts.messages import Button, Notice, say
from sandbox import Sandbox, SandboxUser
from sandbox.faults import DropConnection, Flood
from tests.bot.conftest import PostOffice
from tests.bot.transport.sending.mail import note, states


async def test_an_answer_overtakes_everything(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """A press is answered even while the chat's messages wait."""
    await post.say(
        Notice(
            to=ana.id,
            text=say("fault.match_over"),
            buttons=((Button(say("fault.place_taken"), data="x"),),),
        )
    )
    async with post.delivering() as courier:
        await courier.settle()
        press = ana.press(ana.last, "x")
        sandbox.faults.add(Flood(60), method="sendMessage")
        await post.say(note(ana, 1))
        await courier.settle()
        taken = say("fault.place_taken")
        await post.say(Notice(to=ana.id, answers=press.id, text=taken, alert=True))
        await ana.answered(press)

    assert (press.text, press.alert) == ("Locul este deja ocupat.", True)


async def test_an_answer_waits_for_nobody_elses(
    post: PostOffice, ana: SandboxUser, ion: SandboxUser, sandbox: Sandbox
) -> None:
    """If Telegram delays the answer to Ana, Ion's press is still answered at once."""
    button = ((Button(say("fault.place_taken"), data="x"),),)
    await post.say(
        *(Notice(to=user.id, text=say("fault.match_over"), buttons=button) for user in (ana, ion))
    )
    async with post.delivering() as courier:
        await courier.settle()
        presses = {user: user.press(user.last, "x") for user in (ana, ion)}
        sandbox.faults.add(Flood(60), method="answerCallbackQuery")
        await post.say(Notice(to=ana.id, answers=presses[ana].id))
        await courier.settle()
        await post.say(Notice(to=ion.id, answers=presses[ion].id))
        await ion.answered(presses[ion])


async def test_an_answer_that_comes_too_late(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """A press that Telegram has dropped needs no answer and no report."""
    sandbox.faults.add(DropConnection(), method="answerCallbackQuery")
    await post.say(Notice(to=ana.id, answers="1"), Notice(to=ana.id, answers="2"))
    async with post.delivering() as courier:
        await courier.settle()
        await post.later(200)
        await courier.settle()
        await courier.expire()

    assert await states(post.runtime.database) == {"expired": 2}
    await post.say(Notice(to=ana.id, answers="3"))
    async with post.delivering() as courier:
        await courier.settle()
    assert await states(post.runtime.database) == {"expired": 2, "sent": 1}
