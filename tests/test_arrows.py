"""Who may know whom: every never-arrow of the house, with the line that would break it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

import torchlint
from tests.rule_folders import FOLDERS, ROOT, name_of
from torchlint import proofs

RULE_NAMES = frozenset(name for folder in FOLDERS for name in (folder.name, name_of(folder)))
# How a file is understood, from the ground up; a finding is data that any of them may make.
FLOORS = ("syntax", "project", "domain", "knowledge", "binding", "flow", "queries")

# What is done with a file and its findings, from the ground up; those in one row may import one another.
OUTER = (
    ("files", "settings"),
    ("notebooks",),
    ("reading",),
    ("suppression",),
    ("baselines", "cache"),
    ("lint",),
    ("fix",),
    ("authoring",),
    ("report",),
    ("verify",),
    ("runner",),
    ("api",),
    ("jupyter", "mcp"),
)

# What torchlint offers to rules: its words, and the proofs, each the function of a probe.
OFFERED = {
    "torchlint": frozenset(torchlint.__all__) - frozenset(torchlint.OF_API),
    "torchlint.proofs": frozenset(
        name
        for name, made in vars(proofs).items()
        if getattr(made, "__module__", "") == proofs.__name__ and not name.startswith("_")
    ),
    "torchlint.queries": frozenset(path.name for path in (ROOT / "torchlint" / "queries").iterdir() if path.is_dir()),
}
# What a rule needs beside that: types for its own helpers, nothing that looks at the world.
RULE_MAY = ("__future__", "collections.abc", "typing")

# What a detector, which only one rule asks, needs beside the model: what computes, nothing that looks at the world.
DETECTOR_MAY = (
    *RULE_MAY,
    *("bisect", "collections", "dataclasses", "difflib", "enum", "functools", "itertools", "math", "operator", "re"),
    *("struct", "urllib.parse"),
    *("torchlint.finding", *(f"torchlint.{floor}" for floor in FLOORS)),
)

# Something that a file reaches for: the row, and the dotted name.
Reach = tuple[int, str]


def is_in(name: str, *packages: str) -> bool:
    """Whether a dotted name is one of `packages` or inside one."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def last_word(name: ast.expr) -> str:
    """The last part of a dotted name; to write all of it out takes long."""
    if isinstance(name, ast.Attribute):
        return name.attr
    return name.id if isinstance(name, ast.Name) else ""


def imports_of(node: ast.AST, package: str) -> Iterator[Reach]:
    """What one node of a file imports, as a statement or by a function call."""
    if isinstance(node, ast.Import):
        yield from ((node.lineno, alias.name) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        parents = package.split(".")
        base = ".".join(parents[: len(parents) - node.level + 1]) if node.level else ""
        origin = ".".join(part for part in (base, node.module) if part)
        yield node.lineno, origin
        yield from ((node.lineno, f"{origin}.{alias.name}") for alias in node.names)
    elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
        if last_word(node.func) in ("import_module", "__import__") and isinstance(node.args[0].value, str):
            yield node.lineno, node.args[0].value


def imports(tree: ast.AST, package: str) -> Iterator[Reach]:
    """What a file imports, wherever in it: at the top, in a function, or for its types only."""
    for node in ast.walk(tree):
        yield from imports_of(node, package)


def imports_beyond_words(tree: ast.AST, package: str) -> Iterator[Reach]:
    """What a rule imports besides what torchlint offers to rules, and its detectors."""
    for node in ast.walk(tree):
        origin = node.module if isinstance(node, ast.ImportFrom) and not node.level else None
        if isinstance(node, ast.ImportFrom) and origin in OFFERED:
            yield from ((node.lineno, a.name) for a in node.names if a.name not in OFFERED[origin])
        elif origin not in RULE_MAY and not is_of_detectors(node):
            yield from imports_of(node, package)


def imports_beyond_detectors(tree: ast.AST, package: str) -> Iterator[Reach]:
    """What a rule or a detector imports besides the detectors of its folder."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "torchlint" and not node.level:
            yield from ((node.lineno, f"torchlint.{a.name}") for a in node.names if a.name not in OFFERED["torchlint"])
        elif not is_of_detectors(node):
            yield from imports_of(node, package)


def is_of_detectors(node: ast.AST) -> bool:
    """Whether a statement imports detectors of the same folder, or from one of them."""
    if not isinstance(node, ast.ImportFrom) or node.level != 1:
        return False
    modules = [node.module] if node.module else [alias.name for alias in node.names]
    return all(module.startswith("detect") and "." not in module for module in modules)


def imports_beyond_runtime(tree: ast.AST, package: str) -> Iterator[Reach]:
    """What a file of the runtime imports besides its neighbours, which it can only reach by relative imports."""
    for node in ast.walk(tree):
        for row, name in imports_of(node, package):
            is_relative = isinstance(node, ast.ImportFrom) and node.level > 0
            if not (is_relative and is_in(name, "torchlint.verify.runtime._torchlint")):
                yield row, name


def late_imports(tree: ast.AST, package: str) -> Iterator[Reach]:
    """What a file imports in a function, or for its types only: where an import at the top would close a circle."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) or (
            isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        ):
            yield from imports(node, package)


def imports_in_functions(tree: ast.AST, package: str) -> Iterator[Reach]:
    """What a file imports in a function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield from imports(node, package)


def texts_of_no_encoding(tree: ast.AST, package: str) -> Iterator[Reach]:
    """Where a text file is opened in the encoding of the system, which is not the same everywhere."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or any(keyword.arg in ("encoding", None) for keyword in node.keywords):
            continue
        if last_word(node.func) not in ("read_text", "write_text", "open", "fdopen"):
            continue
        name = ast.unparse(node.func)
        words = [each.value for each in node.args if isinstance(each, ast.Constant)]
        is_binary = any(isinstance(word, str) and "b" in word for word in words[-1:])
        if name.endswith((".read_text", ".write_text")) or (name in ("open", "os.fdopen") and not is_binary):
            yield node.lineno, name


WRITING = ("print", "stdout", "stderr", "echo", "secho")


def prints(tree: ast.AST, package: str) -> Iterator[Reach]:
    """Where a file writes to the terminal."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute | ast.Name) or last_word(node) not in WRITING:
            continue
        name = ast.unparse(node)
        if name in ("print", "sys.stdout", "sys.stderr") or name.endswith((".echo", ".secho")):
            yield node.lineno, name


def rule_names(tree: ast.AST, package: str) -> Iterator[Reach]:
    """Where a file treats one rule apart: a string that is a rule's name, or an import of its folder."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in RULE_NAMES:
            yield node.lineno, repr(node.value)
    yield from ((row, name) for row, name in imports(tree, package) if is_in(name, "rules", "torchlint.rules"))


def never(*packages: str) -> Callable[[str], bool]:
    return lambda name: is_in(name, *packages)


Reaches = Callable[[ast.AST, str], Iterator[Reach]]


def anything(name: str) -> bool:
    return True


def not_standard(name: str) -> bool:
    return name.partition(".")[0] not in sys.stdlib_module_names


@dataclass(frozen=True)
class Arrow:
    """Files matching `sources`, those of `but` aside, never reach what `wrong` says yes to."""

    says: str
    sources: tuple[str, ...]
    wrong: Callable[[str], bool]
    breaker: tuple[str, str]  # a path and a line that would break it
    but: tuple[str, ...] = ()
    reaches: Reaches = imports

    def covers(self, path: str) -> bool:
        return matches(path, self.sources) and not matches(path, self.but)

    def broken(self, path: str, reached: Iterable[Reach]) -> list[str]:
        wrong = {(row, name) for row, name in reached if self.wrong(name)}
        return [f"{path}:{row}: {name}: {self.says}" for row, name in sorted(wrong)]


def matches(path: str, patterns: tuple[str, ...]) -> bool:
    """Whether a path is one of the files, or below one of the folders (written with a slash at the end)."""
    return any(
        path.startswith(p) if p.endswith("/") else path.count("/") == p.count("/") and fnmatchcase(path, p)
        for p in patterns
    )


def not_below(floor: str) -> Callable[[str], bool]:
    """Says of torchlint's own modules whether they are neither of this floor, nor of one below, nor data."""
    lower = [f"torchlint.{each}" for each in FLOORS[: FLOORS.index(floor) + 1]]
    return lambda name: (
        is_in(name, "torchlint") and name != "torchlint" and not is_in(name, *lower, "torchlint.finding")
    )


RULES = ("rules/*/rule.py", "rules/*/detect*.py")
OURS = ("torchlint/", *RULES, "tools/", "benchmarks/")
COMMAND_LINE = tuple(sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "torchlint").glob("cli*.py")))
USER_CODE = ("rules/*/bad.py", "rules/*/good.py", "rules/*/cases/*.py", "examples/")

ARROWS = (
    Arrow(
        "nothing knows the command line",
        ("torchlint/",),
        never(*(name.removesuffix(".py").replace("/", ".") for name in COMMAND_LINE)),
        ("torchlint/lint.py", "from torchlint import cli"),
        but=("torchlint/__main__.py", *COMMAND_LINE),
    ),
    Arrow(
        "torchlint knows no rule by name",
        ("torchlint/",),
        anything,
        ("torchlint/lint.py", f"skip = {min(RULE_NAMES, default='')!r}"),
        reaches=rule_names,
    ),
    Arrow(
        "a rule imports words, proofs and queries, and its detectors, and nothing else: no libcst, re or pathlib",
        ("rules/*/rule.py",),
        anything,
        ("rules/some_rule/rule.py", "from torchlint.finding import Span"),
        reaches=imports_beyond_words,
    ),
    Arrow(
        "a rule runs no detector while it is loaded: `from . import detect`",
        ("rules/*/rule.py",),
        lambda name: is_in(name, "rules") and name.count(".") > 2,
        ("rules/some_rule/rule.py", "from .detect import roots"),
    ),
    Arrow(
        "a rule reaches no other rule, nor the programs that show what it is about",
        RULES,
        never("rules", "torchlint.rules"),
        ("rules/some_rule/detect.py", "from ..other_rule.detect import roots"),
        reaches=imports_beyond_detectors,
    ),
    Arrow(
        "a detector asks the floors, and does not look at the world",
        ("rules/*/detect*.py",),
        lambda name: not is_in(name, *DETECTOR_MAY),
        ("rules/some_rule/detect_roots.py", "def f():\n    import os.path"),
        reaches=imports_beyond_detectors,
    ),
    Arrow(
        "a detector does not know what is done with what it finds",
        ("rules/*/detect*.py",),
        lambda name: is_in(name, "torchlint") and not is_in(name, *DETECTOR_MAY),
        ("rules/some_rule/detect.py", "from torchlint import lint"),
        reaches=imports_beyond_detectors,
    ),
    *(
        Arrow(
            f"{floor} imports only what lies below it",
            (f"torchlint/{floor}/",),
            not_below(floor),
            (f"torchlint/{floor}/some.py", f"def f():\n    from torchlint.{above} import {above}"),
        )
        for floor, above in zip(FLOORS, (*FLOORS[1:], "settings"), strict=True)
    ),
    *(
        Arrow(
            f"{name} imports nothing that stands above it",
            (f"torchlint/{name}/", f"torchlint/{name}.py"),
            never(*(f"torchlint.{above}" for upper in OUTER[place + 1 :] for above in upper)),
            (f"torchlint/{name}/some.py", f"def f():\n    from torchlint.{OUTER[place + 1][0]} import some"),
        )
        for place, row in enumerate(OUTER[:-1])
        for name in row
    ),
    *(
        Arrow(
            f"{floor} imports at the top, but for libcst and packaging, which take long and are seldom needed",
            (f"torchlint/{floor}/",),
            lambda name: name.partition(".")[0] not in ("libcst", "packaging"),
            (f"torchlint/{floor}/some.py", f"def f():\n    from torchlint.{floor} import other"),
            reaches=imports_in_functions,
        )
        for floor in FLOORS
    ),
    Arrow(
        "the interpreter's files import at the top: what evaluates, executes or calls is found by the dispatch",
        ("torchlint/flow/",),
        anything,
        ("torchlint/flow/assignment.py", "def f():\n    from torchlint.flow.expressions import evaluate"),
        reaches=late_imports,
    ),
    Arrow(
        "nobody imports what registers with the interpreter, but the passes that need all of it",
        ("torchlint/", *RULES),
        never(*(f"torchlint.flow.{name}" for name in ("calls", "context_managers", "expressions", "statements"))),
        ("torchlint/flow/assignment.py", "from torchlint.flow.expressions import _name"),
        but=("torchlint/flow/fixpoint.py",),
    ),
    Arrow(
        "a report is written from findings, not from what the floors know",
        ("torchlint/report/",),
        never(*(f"torchlint.{floor}" for floor in FLOORS)),
        ("torchlint/report/full.py", "def f():\n    from torchlint.queries.file import File"),
    ),
    Arrow(
        "a text file is opened with its encoding: `encoding=`",
        OURS,
        anything,
        ("torchlint/lint.py", "text = Path(path).read_text()"),
        but=("benchmarks/programs/",),
        reaches=texts_of_no_encoding,
    ),
    Arrow(
        "a finding is data that knows nothing",
        ("torchlint/finding.py",),
        lambda name: is_in(name, "torchlint") or not_standard(name),
        ("torchlint/finding.py", "from torchlint import rule"),
    ),
    Arrow(
        "a verdict is a pure function: no torch, no files",
        (
            "torchlint/verdict.py",
            "torchlint/verify/judge.py",
            "torchlint/verify/judges/",
            "torchlint/evidence.py",
        ),
        never("torch", "os", "io", "pathlib", "shutil", "subprocess", "tempfile", "torchlint.verify.records"),
        ("torchlint/verdict.py", "import os.path"),
    ),
    Arrow(
        "only cst_parser.py knows libcst",
        OURS,
        never("libcst"),
        ("torchlint/syntax/tree.py", "import importlib\nimportlib.import_module('libcst')"),
        but=("torchlint/syntax/cst_parser.py",),
    ),
    Arrow(
        "libcst's slow parts stay unused",
        OURS,
        never("libcst.matchers", "libcst.metadata", "libcst.codemod"),
        ("torchlint/syntax/cst_parser.py", "from libcst import matchers"),
    ),
    Arrow(
        "nothing imports torch: what runs in the user's process waits until the user has",
        ("torchlint/", *RULES),
        never("torch", "torchgen"),
        ("torchlint/domain/values.py", "def f():\n    import torch.nn"),
    ),
    Arrow(
        "what runs in the user's process needs nothing that the user does not have",
        ("torchlint/verify/runtime/",),
        lambda name: not_standard(name) and not is_in(name, "_torchlint", "sitecustomize"),
        ("torchlint/verify/runtime/_torchlint/probe.py", "from ... import session"),
        reaches=imports_beyond_runtime,
    ),
    Arrow(
        "only the command line knows click",
        OURS,
        never("click"),
        ("torchlint/report/full.py", "from click import style"),
        but=(*COMMAND_LINE, "benchmarks/programs/"),
    ),
    Arrow(
        "only the language server, and what measures it, know pygls",
        OURS,
        never("pygls", "lsprotocol"),
        ("torchlint/runner/session.py", "from lsprotocol import types"),
        but=("torchlint/lsp/", "benchmarks/lsp.py"),
    ),
    Arrow(
        "nothing but the command line knows the language server",
        ("torchlint/", *RULES),
        never("torchlint.lsp"),
        ("torchlint/lint.py", "from torchlint.lsp import checking"),
        but=("torchlint/cli.py", "torchlint/lsp/"),
    ),
    Arrow(
        "only the server of agents knows the SDK of its protocol",
        OURS,
        never("mcp", "mcp_types", "anyio", "pydantic"),
        ("torchlint/runner/session.py", "def f():\n    from mcp.server.mcpserver import MCPServer"),
        but=("torchlint/mcp/",),
    ),
    Arrow(
        "nothing but the command line knows the server of agents",
        ("torchlint/", *RULES),
        never("torchlint.mcp"),
        ("torchlint/lint.py", "from torchlint.mcp import tools"),
        but=("torchlint/cli.py", "torchlint/mcp/"),
    ),
    Arrow(
        "nobody but a kernel that asks for it knows the extension of IPython",
        ("torchlint/", *RULES),
        never("torchlint.jupyter"),
        ("torchlint/lint.py", "def f():\n    from torchlint.jupyter import extension"),
        but=("torchlint/__init__.py", "torchlint/jupyter/"),
    ),
    Arrow(
        "IPython is where a kernel runs, and is not imported: what runs in it is given its shell",
        OURS,
        never("IPython", "ipykernel", "nbclient", "nbformat"),
        ("torchlint/jupyter/extension.py", "from IPython import get_ipython"),
    ),
    Arrow(
        "only reports, the command line and the extension of IPython write to the terminal",
        ("torchlint/", *RULES),
        anything,
        ("torchlint/lint.py", "print('hello')"),
        but=("torchlint/report/", "torchlint/cli.py", "torchlint/cli_words.py", "torchlint/jupyter/output.py"),
        reaches=prints,
    ),
    Arrow(
        "user code does not import torchlint",
        USER_CODE,
        never("torchlint"),
        ("rules/some_rule/cases/one.py", "import torchlint"),
    ),
)


@cache
def broken() -> dict[str, list[str]]:
    """What breaks each arrow. A file is parsed once, and its tree is walked once for all arrows that ask the same."""
    lines: dict[str, list[str]] = {arrow.says: [] for arrow in ARROWS}
    tops = [top for top in ROOT.iterdir() if top.name[0] != "."]  # the environment is hidden, and large
    for path in sorted(path for top in tops for path in top.glob("**/*.py")):
        name = path.relative_to(ROOT).as_posix()
        if arrows := [arrow for arrow in ARROWS if arrow.covers(name)]:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            reached = {reaches: set(reaches(tree, package_of(name))) for reaches in {arrow.reaches for arrow in arrows}}
            for arrow in arrows:
                lines[arrow.says] += arrow.broken(name, reached[arrow.reaches])
    return lines


def package_of(path: str) -> str:
    return ".".join(Path(path).parent.parts)


each_arrow = pytest.mark.parametrize("arrow", ARROWS, ids=lambda arrow: arrow.says)


@each_arrow
def test_arrow(arrow: Arrow) -> None:
    lines = broken()[arrow.says]
    assert not lines, "\n".join(lines)


@each_arrow
def test_a_broken_arrow_is_seen(arrow: Arrow) -> None:
    path, line = arrow.breaker
    assert arrow.covers(path)
    assert arrow.broken(path, arrow.reaches(ast.parse(line), package_of(path)))
