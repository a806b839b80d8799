"""Find quaint English in docstrings, comments, pages and the English catalogue: `check_english.py [FILE ...]`."""
# ruff: noqa: INP001 - a script, not a package

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
IDIOMS = (
    r"he|him|his|himself",  # write "they", "the player" or "the user"
    r"anew",  # write "again"
    r"whoever",  # write "anyone who" or "the player who"
    r"so many",  # write "the number", or the number itself
    r"shall",  # write "is to be", "must", or plain present
    r"no more(?! than| of| \w+s\b)",  # write "no longer"; "no more cards" is right
    r"(?:is|are) told",  # write who tells whom
    r"hangs? on",  # write "depends on"
    r"what is to be",  # write the name of the thing
    r"nobody's",  # write the name of the thing that belongs to no one
    r"meant",  # write "intended", "expected", or the name of the thing
    r"spells?",  # write "a period"
    r"waves?",  # write "a batch of cards"
    r"ow(?:ed|es?)",  # write "required"
    r"hops?",  # write "a visit to a thread" or "a step"
    r"units? of work",  # write "a job" or "a transaction"
    r"depart\w*",  # write "deviate" or "leave"
)
PATTERN = re.compile(rf"\b(?:{'|'.join(IDIOMS)})\b".replace(" ", r"\s+"), re.IGNORECASE)

# Each entry allows one word in one file. It has the end of the file's path, the word, and why the word is right there.
ALLOWED = (("locales/en/hand.po", "nobody's", "no player has the turn"),)

Block = tuple[int, str]  # a block is the number of its first line, and its text


def list_files() -> Iterator[Path]:
    """Yield the files to check if the command line names none."""
    yield from ROOT.glob("*.md")
    for folder in (".ci", "assets", "bot", "docs", "engine", "migrations", "tests"):
        for pattern in ("*.py", "*.md", "locales/en/*.po"):
            yield from (ROOT / folder).rglob(pattern)


def read_blocks(path: Path) -> Iterator[Block]:
    """Yield the blocks of English in a file. Yield nothing if the file contains none of the idioms."""
    text = path.read_text(encoding="utf-8")
    if not PATTERN.search(text):
        return  # most files contain no idiom, so they are not parsed
    if path.suffix == ".py":
        yield from read_python(text)
    elif path.suffix == ".po":
        yield from ((n, line) for n, line in enumerate(text.splitlines(), 1) if line.startswith(('"', "msgstr")))
    else:
        yield 1, re.sub(r"`[^`]*`", lambda code: "\n" * code[0].count("\n"), text)  # code in backticks is not English


def read_python(text: str) -> Iterator[Block]:
    """Yield docstrings, also those below a field, and comments."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def find_idioms(path: Path) -> Iterator[str]:
    """Yield `file:line: word: text` for every idiom that is not allowed."""
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.as_posix()
    for first, text in read_blocks(path):
        for hit in PATTERN.finditer(text):
            word = " ".join(hit[0].lower().split())
            if not any(name.endswith(end) and word == allowed for end, allowed, _ in ALLOWED):
                number = first + text.count("\n", 0, hit.start())
                yield f"{name}:{number}: {word}: {text.splitlines()[number - first].strip()}"


if __name__ == "__main__":
    files = [Path(name).resolve() for name in sys.argv[1:]] or sorted(set(list_files()))
    found = sorted(line for path in files for line in find_idioms(path))
    sys.stdout.writelines(f"{line}\n" for line in found)
    sys.exit(bool(found))
