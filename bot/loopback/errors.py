"""Discord's refusals with HTTP status, code and message. Discord's docs: topics/opcodes-and-status-codes."""

from enum import Enum

from bot.loopback.wire import Json

Path = tuple[str | int, ...]


class Code(Enum):
    """Discord's refusals. Each has an HTTP status, a JSON code and a message."""

    NOT_FOUND = (404, 0, "404: Not Found")
    METHOD_NOT_ALLOWED = (405, 0, "405: Method Not Allowed")
    UNAUTHORIZED = (401, 0, "401: Unauthorized")
    NOT_HERE = (501, 0, "501: the local Discord has no polls, stickers or forwarded messages")
    SERVER_ERROR = (500, 0, "500: Internal Server Error")
    BAD_JSON = (400, 50109, "The request body contains invalid JSON.")
    TOO_LARGE = (413, 40005, "Request entity too large")
    UNKNOWN_APPLICATION = (404, 10002, "Unknown Application")
    UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
    UNKNOWN_GUILD = (404, 10004, "Unknown Guild")
    UNKNOWN_MEMBER = (404, 10007, "Unknown Member")
    UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
    UNKNOWN_ROLE = (404, 10011, "Unknown Role")
    UNKNOWN_USER = (404, 10013, "Unknown User")
    UNKNOWN_EMOJI = (404, 10014, "Unknown Emoji")
    UNKNOWN_WEBHOOK = (404, 10015, "Unknown Webhook")
    UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
    UNKNOWN_COMMAND = (404, 10063, "Unknown application command")
    UNKNOWN_COMMAND_PERMISSIONS = (404, 10066, "Unknown application command permissions")
    SLOW_MODE = (429, 20016, "This action cannot be performed due to slowmode rate limit.")
    MAX_PINS = (400, 30003, "Maximum number of pins reached for the channel (250)")
    MAX_EMOJI = (400, 30008, "Maximum number of emojis reached (2000)")
    MAX_COMMANDS = (400, 30032, "Maximum number of application commands reached (100)")
    MAX_EDITS_OLD = (429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later.")
    ALREADY_ACKNOWLEDGED = (400, 40060, "Interaction has already been acknowledged.")
    MAX_FOLLOW_UPS = (400, 40094, "This interaction has reached the maximum number of follow-up messages")
    MISSING_ACCESS = (403, 50001, "Missing Access")
    NOT_IN_DM = (400, 50003, "Cannot execute action on a DM channel")
    DM_ONLY_TO_PEOPLE = (400, 50007, "Cannot send messages to this user")
    OTHERS_MESSAGE = (403, 50005, "Cannot edit a message authored by another user")
    EMPTY_MESSAGE = (400, 50006, "Cannot send an empty message")
    NOT_A_TEXT_CHANNEL = (400, 50008, "Cannot send messages in a non-text channel")
    MISSING_PERMISSIONS = (403, 50013, "Missing Permissions")
    BULK_COUNT = (
        400,
        50016,
        "Provided too few or too many messages to delete. Must provide at least 2 and at most 100.",
    )
    SYSTEM_MESSAGE = (403, 50021, "Cannot execute action on a system message")
    WRONG_CHANNEL_TYPE = (400, 50024, "Cannot execute action on this channel type")
    BAD_WEBHOOK_TOKEN = (401, 50027, "Invalid Webhook Token")
    TOO_OLD = (400, 50034, "You can only bulk delete messages that are under 14 days old.")
    BAD_FORM = (400, 50035, "Invalid Form Body")
    THREAD_ARCHIVED = (400, 50083, "Thread is archived")
    TWO_FACTOR = (403, 60003, "Two factor is required for this operation")
    REPLY_NEEDS_HISTORY = (400, 160002, "Cannot reply without permission to read message history")
    THREAD_EXISTS = (400, 160004, "A thread has already been created for this message")
    THREAD_LOCKED = (400, 160005, "Thread is locked")
    MAX_THREADS = (400, 160006, "Maximum number of active threads reached")
    AUTOMOD = (400, 200000, "Message was blocked by automatic moderation")


class Refused(Exception):  # noqa: N818 - named after what happened
    """A request that Discord would refuse, and the reason. `errors` is a tree of the faults in a bad body."""

    def __init__(self, code: Code, errors: Json | None = None) -> None:
        self.status, self.number, self.message = code.value
        super().__init__(f"{self.status} {self.number} {self.message}")
        self.code, self.errors = code, errors

    def body(self) -> Json:
        """Return the JSON body of the answer."""
        body: Json = {"message": self.message, "code": self.number}
        return body | ({"errors": self.errors} if self.errors else {})


class FormErrors:
    """Collects the faults of a request's body in a tree, and then refuses the whole body (50035)."""

    def __init__(self) -> None:
        self.tree: Json = {}

    def wrong(self, path: Path, code: str, message: str) -> None:
        """Add one fault at a place of the body."""
        node = self.tree
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def refuse(self) -> None:
        """Raise `Refused` with all faults, if there are any."""
        if self.tree:
            raise Refused(Code.BAD_FORM, self.tree)


def bad_form(path: Path, code: str, message: str) -> Refused:
    """Return the refusal of a body that has a single fault."""
    form = FormErrors()
    form.wrong(path, code, message)
    return Refused(Code.BAD_FORM, form.tree)


class ClientError(Exception):
    """A request that a person's client would not send, such as a press on a disabled button."""
