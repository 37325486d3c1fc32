"""How the sandbox refuses: to the bot as Telegram words it, to the person using it in Python."""


class SandboxError(Exception):
    """A person in the sandbox was asked to do what the Telegram app would not let him do."""


class ApiError(Exception):
    """A refused call, in Telegram's words: code, description and, at times, parameters."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        self.code = code
        self.description = description
        self.parameters = parameters
        super().__init__(f"{code} {description}")

    def body(self) -> dict[str, object]:
        """Return the answer's JSON."""
        body: dict[str, object] = {
            "ok": False,
            "error_code": self.code,
            "description": self.description,
        }
        if self.parameters:
            body["parameters"] = self.parameters
        return body


def bad_request(reason: str, **parameters: int) -> ApiError:
    """Return a refusal of the call as such (400)."""
    return ApiError(400, f"Bad Request: {reason}", **parameters)


def forbidden(reason: str) -> ApiError:
    """Return a refusal because the person or group does not let the bot (403)."""
    return ApiError(403, f"Forbidden: {reason}")


def conflict(reason: str) -> ApiError:
    """Return a refusal because someone else receives the updates (409)."""
    return ApiError(409, f"Conflict: {reason}")


def too_many_requests(retry_after: int) -> ApiError:
    """Return the refusal of a flood (429): nothing for that many seconds."""
    return ApiError(429, f"Too Many Requests: retry after {retry_after}", retry_after=retry_after)


def too_large() -> ApiError:
    """Return the refusal of an upload over the limit (413)."""
    return ApiError(413, "Request Entity Too Large")
