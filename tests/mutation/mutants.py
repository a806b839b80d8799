"""Lists small faults that could be made in a source file, each as a span of text and its replacement."""

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

OPPOSITES = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.Mod: ast.Mult,
}
LOGS = {"log", "_log", "logger", "_logger"}
UNCHANGED = {"__repr__", "__str__"}
LONGEST = 90


@dataclass(frozen=True)
class Mutant:
    """One fault in one file."""

    path: Path
    line: int
    function: str
    before: str
    after: str
    span: tuple[int, int]
    """The byte offsets at which the replaced text begins and ends."""
    text: str
    ordinal: int = 1
    """The mutant's number, from 1, among the mutants of its function that have the same description."""

    @property
    def name(self) -> str:
        """Return a description of the fault that stays the same if other parts of the file change."""
        again = f" ({self.ordinal})" if self.ordinal > 1 else ""
        return f"{self.path.stem}.{self.function}: {self.before} -> {self.after}{again}"

    def apply(self, source: str) -> str:
        """Return the source with the fault."""
        data = source.encode()
        return (data[: self.span[0]] + self.text.encode() + data[self.span[1] :]).decode()


def list_mutants(path: Path, source: str) -> list[Mutant]:
    """Return every mutant of a file, in the order of the file."""
    seen: Counter[str] = Counter()
    found = []
    for mutant in _Finder(path, source).find(ast.parse(source), (), "module"):
        seen[mutant.name] += 1
        found.append(replace(mutant, ordinal=seen[mutant.name]))
    return found


class _Finder:
    def __init__(self, path: Path, source: str) -> None:
        self.path = path
        self.starts = [0]
        for line in source.encode().splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def find(self, node: ast.AST, above: tuple[ast.AST, ...], function: str) -> Iterator[Mutant]:
        """Yield the mutants of a node and of all nodes below it."""
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            function = node.name if function == "module" else f"{function}.{node.name}"
        for before, changed in _change(node, above):
            whole, after = ast.unparse(before), "pass" if changed is None else ast.unparse(changed)
            same = isinstance(node, ast.Compare | ast.Constant) or changed is None
            yield self._make(
                node, function, *_describe(node, changed, above, whole, after), after if same else f"({after})"
            )
        for child in _list_children(node):
            yield from self.find(child, (*above, node), function)

    def _make(self, node: ast.AST, function: str, before: str, after: str, text: str) -> Mutant:
        span = self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset
        return Mutant(self.path, node.lineno, function, before, after, span, text)


def _describe(node, changed, above, before, after):
    """Return the texts before and after a change. A constant is shown with the expression around it, if short."""
    parent = above[-1] if above else None
    if not isinstance(node, ast.Constant) or not isinstance(parent, ast.expr) or len(ast.unparse(parent)) > LONGEST:
        return before, after
    there = copy.deepcopy(parent, {id(node): changed})
    return ast.unparse(parent), ast.unparse(there)


def _list_children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node's children, except those in which a fault would not change what the program does."""
    if isinstance(node, ast.JoinedStr | ast.Assert) or getattr(node, "name", None) in UNCHANGED or _is_log(node):
        return
    skipped = {"annotation", "returns", "decorator_list", "type_params"}
    for field, value in ast.iter_fields(node):
        if field not in skipped:
            yield from (one for one in (value if isinstance(value, list) else [value]) if isinstance(one, ast.AST))


def _is_log(node: ast.AST) -> bool:
    """Return whether a statement only writes to the log or informs the type checker."""
    call = node.value if isinstance(node, ast.Expr) else node
    call = call.value if isinstance(call, ast.Await) else call
    function = call.func if isinstance(call, ast.Call) else None
    if isinstance(function, ast.Name):
        return function.id == "assert_never"
    return isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id in LOGS


def _change(node: ast.AST, above: tuple[ast.AST, ...]) -> Iterator[tuple[ast.AST, ast.AST | None]]:
    """Yield (node, replacement) for each fault of this node. If the replacement is None, the statement is removed."""
    match node:
        case ast.Compare():
            for place, operator in enumerate(node.ops):
                changed = copy.deepcopy(node)
                changed.ops[place] = OPPOSITES[type(operator)]()
                yield node, changed
        case ast.BoolOp() | ast.BinOp() if type(node.op) in OPPOSITES and not _joins_texts(node) and not _is_type(node):
            changed = copy.deepcopy(node)
            changed.op = OPPOSITES[type(node.op)]()
            yield node, changed
        case ast.UnaryOp(op=ast.Not()):
            yield node, node.operand
        case ast.Constant(value=bool()):
            yield node, ast.Constant(not node.value)
        case ast.Constant(value=int()):
            yield node, ast.Constant(node.value + 1)
        case ast.Expr(value=ast.Call() | ast.Await()) if not _is_log(node):
            yield node, None
        case ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break():
            yield node, None
        case ast.Return() if not isinstance(above[-1], ast.FunctionDef | ast.AsyncFunctionDef):
            yield node, None
    if _is_condition(node, above) and isinstance(node, ast.Name | ast.Attribute | ast.Call | ast.NamedExpr):
        yield node, ast.UnaryOp(ast.Not(), node)


def _joins_texts(node: ast.AST) -> bool:
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else ()
    return any(isinstance(one, ast.JoinedStr) or isinstance(getattr(one, "value", None), str) for one in sides)


def _is_type(node: ast.AST) -> bool:
    """Return whether a node is a union of types such as `A | None` or `A[B] | C`."""
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr) else ()
    return any(isinstance(one, ast.Subscript) or getattr(one, "value", "") is None for one in sides)


def _is_condition(node: ast.AST, above: tuple[ast.AST, ...]) -> bool:
    parent = above[-1] if above else None
    return node is getattr(parent, "test", None) or (isinstance(parent, ast.comprehension) and node in parent.ifs)
