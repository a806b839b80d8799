"""Checks every exchange with the local Discord against Discord's own OpenAPI document.

DISCORD_OPENAPI is the path of the document, which is not part of the project. Without it, nothing is checked.
Refused requests are not checked. Accepted requests and all answers must match the document.
"""

import importlib
import json
import os
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from bot.loopback import Loopback
from bot.loopback.rest.serve import Exchange
from bot.loopback.wire import Json

ENVIRONMENT = "DISCORD_OPENAPI"
_METHODS = frozenset({"get", "post", "put", "patch", "delete"})
_REFUSED, _FAULT = 400, 500
_DOCUMENT = "urn:discord"
_SNOWFLAKE = 10**14
"""Integers at least this large are taken for ids."""
_NUMBERS = frozenset({"min_value", "max_value"})
"""The fields whose large integers are not ids."""
_BITS = frozenset({"allow", "deny", "permissions"})


@dataclass(frozen=True, slots=True)
class Violation:
    """A mismatch with the document, in the request or in its answer, as `side` says."""

    side: str
    request: str
    why: str

    def __str__(self) -> str:
        return f"{self.side} of {self.request}: {self.why}"


@dataclass(frozen=True, slots=True)
class _Operation:
    pattern: re.Pattern[str]
    method: str
    pointer: str
    body: Json
    parameters: int


class Contract:
    """Checks exchanges against Discord's document.

    jsonschema-rs checks quickly; jsonschema only explains the mismatches.

    Raises ModuleNotFoundError if one of them is missing.
    """

    def __init__(self, path: Path) -> None:
        document = json.loads(path.read_text(encoding="utf-8"))
        referencing: Any = importlib.import_module("referencing")
        drafts: Any = importlib.import_module("referencing.jsonschema")
        resource = referencing.Resource(contents=document, specification=drafts.DRAFT202012)
        self._registry = referencing.Registry().with_resource(_DOCUMENT, resource)
        self._validator: Any = importlib.import_module("jsonschema").Draft202012Validator
        fast: Any = importlib.import_module("jsonschema_rs")
        self._fast_registry = fast.Registry([(_DOCUMENT, document)], draft=fast.Draft202012)
        self._fast: Any = fast.Draft202012Validator
        self._shared: Json = document["components"].get("responses", {})
        self._operations = sorted(_operations(document), key=lambda o: o.parameters)
        self._compiled: dict[str, tuple[Any, Any]] = {}

    def check(self, exchange: Exchange) -> list[Violation]:
        """Return the mismatches of an exchange."""
        request = f"{exchange.method} {exchange.path}"
        operation = self._find(exchange)
        if operation is None:
            return [Violation("request", request, "Discord's document has no such route")]
        wrong: list[Violation] = []
        if exchange.status < _REFUSED:
            wrong += [Violation("request", request, why) for why in self._request(operation, exchange)]
        return wrong + [Violation("answer", request, why) for why in self._answer(operation, exchange)]

    def _find(self, exchange: Exchange) -> _Operation | None:
        for operation in self._operations:
            if operation.method == exchange.method.lower() and operation.pattern.fullmatch(exchange.path):
                return operation
        return None

    def _request(self, operation: _Operation, exchange: Exchange) -> list[str]:
        wanted = operation.body.get("requestBody")
        if exchange.body is None:
            return ["a body is required"] if wanted and wanted.get("required") else []
        if not wanted:
            return ["no body is allowed"]
        pointer = f"{operation.pointer}/requestBody/content/{_escape_pointer('application/json')}/schema"
        return self._errors(pointer, _to_document_types(exchange.body))

    def _answer(self, operation: _Operation, exchange: Exchange) -> list[str]:
        """Return the mismatches of the answer. The document describes neither 5xx answers nor the text of a ban."""
        if exchange.status >= _FAULT or isinstance(exchange.reply, str):
            return []
        responses: Json = operation.body["responses"]
        known = str(exchange.status) if str(exchange.status) in responses else f"{exchange.status // 100}XX"
        if known not in responses:
            return [f"status {exchange.status} is not one of {sorted(responses)}"]
        response, pointer = responses[known], f"{operation.pointer}/responses/{known}"
        if "$ref" in response:
            name = response["$ref"].rpartition("/")[2]
            response, pointer = self._shared[name], f"/components/responses/{name}"
        if "content" not in response:
            return [] if exchange.reply is None else ["no body is allowed"]
        reply = exchange.reply
        if exchange.status >= _REFUSED:
            reply = {k: v for k, v in reply.items() if k != "errors"}
        return self._errors(f"{pointer}/content/{_escape_pointer('application/json')}/schema", reply)

    def _errors(self, pointer: str, body: Any) -> list[str]:
        if pointer not in self._compiled:
            schema = {"$ref": f"{_DOCUMENT}#{quote(pointer, safe='/~')}"}
            fast = self._fast(schema, registry=self._fast_registry)
            self._compiled[pointer] = fast, self._validator(schema, registry=self._registry)
        fast, explaining = self._compiled[pointer]
        return [] if fast.is_valid(body) else [_describe_error(error) for error in explaining.iter_errors(body)]


def watch(loopback: Loopback) -> list[Violation]:
    """Return a list to which each further mismatch of a local Discord is added. Check nothing without the document."""
    found: list[Violation] = []
    if path := os.environ.get(ENVIRONMENT):
        contract = load(Path(path))
        loopback.rest.observers.append(lambda exchange: found.extend(contract.check(exchange)))
    return found


@cache
def load(path: Path) -> Contract:
    """Return the contract for the document at a path, which is read once per process."""
    return Contract(path)


def _operations(document: Json) -> list[_Operation]:
    found = []
    for template, item in document["paths"].items():
        pattern = re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(template)))
        for method in _METHODS & set(item):
            pointer = f"/paths/{_escape_pointer(template)}/{method}"
            found.append(_Operation(pattern, method, pointer, item[method], template.count("{")))
    return found


def _escape_pointer(part: str) -> str:
    return part.replace("~", "~0").replace("/", "~1")


def _to_document_types(body: Any) -> Any:
    """Return the body with ids and permissions in the types of the document. Discord accepts others, too."""
    if isinstance(body, list):
        return [_to_document_types(value) for value in body]
    if isinstance(body, dict):
        return {key: _to_document_type(key, value) for key, value in body.items()}
    return str(body) if isinstance(body, int) and body >= _SNOWFLAKE else body


def _to_document_type(key: str, value: Any) -> Any:
    if key in _NUMBERS:
        return value
    if key in _BITS and isinstance(value, str) and value.isdigit():
        return int(value)
    if key == "attachments" and isinstance(value, list):
        return [a | {"id": str(a["id"])} for a in value if "id" in a]
    return _to_document_types(value)


def _describe_error(error: Any) -> str:
    """Describe an error. If the document allows several schemas, choose the one for the value's `type`."""
    while error.context:
        branches: dict[Any, list[Any]] = {}
        for inner in error.context:
            branches.setdefault(inner.schema_path[0], []).append(inner)
        here = len(error.absolute_path)
        error = min(branches.values(), key=lambda errors: (_is_for_other_type(errors, here), len(errors)))[0]
    return f"{'/'.join(map(str, error.absolute_path)) or 'body'}: {error.message[:300]}"


def _is_for_other_type(errors: list[Any], here: int) -> bool:
    """Return whether the schema that gave these errors is for another type of value."""
    kinds = {"const", "enum"}
    for error in errors:
        depth = len(error.absolute_path)
        if error.validator in kinds and depth == here + 1 and error.absolute_path[-1] == "type":
            return True
        if error.validator in kinds | {"type"} and depth == here:
            return True
    return False
