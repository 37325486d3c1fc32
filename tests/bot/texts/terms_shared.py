"""The English terms that texts and documents share."""

ENGLISH = {
    "opponent": r"\bpartners?\b",
    "move": r"\bplacements?\b|\bplaced (?:nothing|something)|\bto place\b",
    "rack": r"\bin hand\b|\b(?:your|the|their|each|full|two) hands?\b",
    "blank": r"\bjokers?\b",
    "tiles": r"\b(?:exchang\w+|100|first \d+) letters\b|\bletters on (?:your|the|their) rack\b",
    "points cap": r"\blimit of points\b",
    "approve, official": r"\bhomologat\w+",
    "end early": r"\binterrupt\w*",
    "disqualify": r"\bexclu(?:d|s)\w+",
    "resign": r"\babandon\w*",
    "case file": r"\bdossiers?\b(?!\.pdf)",
    "conditional move": r"(?<!: )\bconditions?\b",
    "task list": r"\bdesks?\b|\bdockets?\b",
    "time log": r"\bledgers?\b",
    "score sheet": r"\bcompetition sheets?\b|\bthinking-time sheets?\b",
    "send back": r"\b(?:is|was|were|be|has|have) returned\b|\breturn (?:it|the move)\b",
    "cancel": r"\bcall(?:ed|s)? (?:\w+ )?off\b",
    "chief arbiter": r"\bmain arbiters?\b",
    "ratings officer": r"\brating keepers?\b|\bkeeps? ratings\b",
    "error": r"(?<!at )\bfaults?\b(?!\.txt)",
    "calculated": r"\bwork(?:s|ed|ing)? (?:it |\w+ )?out\b|\breckon\w*",
    "notified": r"\b(?:is|are|was|were|been) told\b",
    "they": r"\b(?:he|him|his|himself|whoever)\b",
}
"""Each English term with the words that nobody writes in its place."""
