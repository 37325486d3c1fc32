"""What `test_board` and other tests share."""

from playwright.async_api import Locator

from tests.chromium import AXE, FAULTS, FAULTS_OF_LOOKS
from tests.e2e.phone import DARK, LIGHT, Phone


async def swipe(own: Phone, what: Locator, right: float) -> None:
    """Swipe across an element."""
    box = await what.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = await own.page.context.new_cdp_session(own.page)
    for kind, points in (
        ("touchStart", [{"x": x - right / 2, "y": y}]),
        ("touchMove", [{"x": x + right / 2, "y": y}]),
        ("touchEnd", []),
    ):
        await finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


async def has_no_faults_in_both_themes(own: Phone, view: str) -> None:
    """Check that axe finds no error in the light view, nor in its looks in dark."""
    assert not (found := await faults(own)), f"{view}: {found}"
    await own.change_theme(DARK)
    assert not (found := await faults(own, FAULTS_OF_LOOKS)), f"{view}, dark: {found}"
    await own.change_theme(LIGHT)


async def faults(own: Phone, call: str = FAULTS) -> list[str]:
    """Return axe's errors on the page."""
    if not await own.page.evaluate("'axe' in window"):
        await own.page.evaluate(AXE.read_text())
    found = await own.page.evaluate(call)
    return [
        f"{each['id']}: {node['html'][:90]}"
        for each in found["violations"]
        for node in each["nodes"][:3]
    ]


async def drag(own: Phone, letter: Locator, to: Locator) -> None:
    """Drag a letter to that place by mouse, and drop it."""
    start, end = await letter.bounding_box(), await to.bounding_box()
    assert start
    assert end
    mouse = own.page.mouse
    await mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    await mouse.down()
    await mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    await mouse.up()
