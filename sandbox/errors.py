"""Refusals: of the bot's calls in Telegram's words, and of what a person does in the app."""


class SandboxError(Exception):
    """An action of a person that the Telegram app would not allow."""


class ApiError(Exception):
    """A refused call, in Telegram's words: code, description and sometimes parameters."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        """`parameters` are the members of `ResponseParameters`, such as `retry_after`."""
        self.code = code
        self.description = description
        self.parameters = parameters
        super().__init__(code, description)

    def __str__(self) -> str:
        """Return code and description."""
        return f"{self.code} {self.description}"

    def body(self) -> dict[str, object]:
        """Return the JSON body of the refusal."""
        body: dict[str, object] = {
            "ok": False,
            "error_code": self.code,
            "description": self.description,
        }
        if self.parameters:
            body["parameters"] = self.parameters
        return body


def bad_request(reason: str, **parameters: int) -> ApiError:
    """Return a refusal of the call itself (400)."""
    return ApiError(400, f"Bad Request: {reason}", **parameters)


def forbidden(reason: str) -> ApiError:
    """Return a refusal because the person or group does not allow the bot (403)."""
    return ApiError(403, f"Forbidden: {reason}")


def conflict(reason: str) -> ApiError:
    """Return a refusal because another program receives the updates (409)."""
    return ApiError(409, f"Conflict: {reason}")


def too_many_requests(retry_after: int) -> ApiError:
    """Return the refusal of a flood (429), with the seconds to wait."""
    return ApiError(429, f"Too Many Requests: retry after {retry_after}", retry_after=retry_after)


def too_large() -> ApiError:
    """Return the refusal of an upload that exceeds the limit (413); Telegram adds no reason."""
    return ApiError(413, "Request Entity Too Large")
