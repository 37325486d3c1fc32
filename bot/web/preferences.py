"""What a client prefers, by its headers `Accept-Encoding` and `Accept-Language` (RFC 9110, 12.4.2).

Such a header lists values, each with a weight: `ro, en;q=0.5`. The weight 0 refuses a value.
"""

from starlette.requests import Request

from bot.texts.languages import best_language


def accepts_gzip(request: Request) -> bool:
    """Return whether the client accepts content compressed by gzip."""
    weights = _weights(request, "accept-encoding")
    return weights.get("gzip", weights.get("*", 0)) > 0


def preferred_language(request: Request) -> str:
    """Return the catalogue for the languages of the client's browser, as `best_language` does."""
    weights = _weights(request, "accept-language")
    by_weight = sorted(weights, key=lambda code: -weights[code])
    return best_language([code for code in by_weight if weights[code] > 0])


def _weights(request: Request, header: str) -> dict[str, float]:
    """Return the weight of each value of the header, in lower case and in the header's order.

    A weight that is no number counts as 0.
    """
    weights: dict[str, float] = {}
    for listed in request.headers.get(header, "").lower().split(","):
        value, _, parameter = listed.partition(";")
        if value.strip():
            weights[value.strip()] = _weight(parameter)
    return weights


def _weight(parameter: str) -> float:
    """Return the weight in `q=0.5`; 1 without a parameter."""
    if not parameter.strip():
        return 1
    name, _, number = parameter.partition("=")
    try:
        return float(number) if name.strip() == "q" else 1
    except ValueError:
        return 0
