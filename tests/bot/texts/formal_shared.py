"""What `test_formal` and other tests share."""

import re

FAMILIAR = re.compile(
    r"\b("
    r"tu|tine|ție|îți|ți|te|tău|ta|tale|tăi|voi|vostru|voastră"
    r"|ești|ai|n-ai|aveai|vei|vrei|poți|știi|(?!dovezi)\w+ezi|accepți|adaugi|alegi|anunți|aștepți|ceri|confirmi"
    r"|depui|deschizi|faci|folosești|găsești|decizi|hotărăști|închei|închizi|începi|iei|intri|încerci|înscrii|întrebi|joci|predai|prelungești"
    r"|primești|propui|pui|rămâi|renunți|retragi|răspunzi|scrii|spui|treci|trimiți|verifici|vezi"
    r"|alege|exportă|fotografiază|lipește"
    r"|(?:abandoneaz|adaugă|cere|confirmă|copiaz|predă|retrage|scrie|spune|termin|trimite)-\w+"
    r")\b",
    re.IGNORECASE,
)
