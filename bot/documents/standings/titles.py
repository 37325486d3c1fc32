"""The titles of a table: its competition, phase and group, and how far it is."""

from bot.documents.standings.scene import Scene
from bot.texts.messages import Text, say
from bot.texts.phase_names import has_one_phase, phase_name


def phase_text(scene: Scene) -> Text:
    """Return the name of the scene's phase."""
    return phase_name(scene.competition, scene.phase.plan.phase)


def overall_title(scene: Scene) -> Text:
    """Return the title of the overall standings, to be shown below the competition's name."""
    if has_one_phase(scene.competition):
        return say("standings.title_overall_only")
    return say("standings.title_overall", phase=phase_text(scene))


def where_text(scene: Scene, group: str) -> Text:
    """Return phase and group; a phase with a single group needs no group name."""
    if len(scene.groups) == 1:
        return phase_text(scene)
    return say("standings.where", phase=phase_text(scene), group=group)


def title_text(scene: Scene, group: str) -> Text:
    """Return the title of a group's table, to be shown below the competition's name.

    A single group and an only phase are not named.
    """
    if has_one_phase(scene.competition):
        is_one = len(scene.groups) == 1
        return say("standings.title_one") if is_one else say("standings.title_only", group=group)
    if len(scene.groups) == 1:
        return phase_text(scene)
    return say("standings.title_group", group=group, phase=phase_text(scene))


def state_text(scene: Scene, counted: int, games: int) -> Text:
    """Return whether the table is official or provisional, and how many games it counts.

    Before the draw for colours there are no games.
    """
    if not games:
        return say("standings.no_games")
    key = "standings.provisional" if scene.is_provisional else "standings.homologated"
    return say(key, counted=counted, n=games)
