"""Programs that are run twice, as they are and observed: their findings are written into them as marks."""

from __future__ import annotations

import ast
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

from tests.step_captures import step_roles
from torchlint.files.source import Lines
from torchlint.finding import Experiment, Finding, Span
from torchlint.reading import read_source
from torchlint.verdict import Verdict
from torchlint.verify import session
from torchlint.verify.controls import Controls
from torchlint.verify.judge import verdict
from torchlint.verify.plan import Plan, plan_of

# `total += loss  # refuted: carries no graph`: the outcome, the probe if it is another one, and a part of what is said.
# `measured` stands for a verdict that depends on how long something took.
MARK = re.compile(r"# (confirmed|refuted|not reached|undecided|measured)(?:\((\w+)\))?(?:: (.*))?$")


@dataclass(frozen=True)
class Ran:
    """What a program leaves behind."""

    status: int
    stdout: str
    stderr: str


def findings_in(path: Path) -> list[tuple[Finding, str, str]]:
    """A finding for each mark, the outcome it wants and what has to be said."""
    source = read_source(str(path))
    lines = Lines(source.text)
    tree = ast.parse(source.text)
    statements = {node.lineno: node for node in ast.walk(tree) if isinstance(node, ast.stmt)}
    wanted = []
    for row in range(1, lines.rows + 1):
        mark = MARK.search(lines.line(row))
        if mark:
            captured = list(captures(mark[2], statements[row], lines))
            if mark[2] == "hook_lifetime":
                captured += hook_roles(statements[row], tree, lines)
            proof = Experiment(mark[2] or "retained_graph", tuple(captured))
            wanted.append((Finding(source.path, proof.captures[0][1], "", proof=proof), mark[1], mark[3] or ""))
    return wanted


def hook_roles(statement: ast.stmt, tree: ast.Module, lines: Lines) -> Iterator[tuple[str, Span]]:
    """What is registered as a hook, and the lambda or the `def` of the same name that is behind it."""
    assert isinstance(statement, ast.Assign | ast.Expr)
    assert isinstance(statement.value, ast.Call)
    hook = behind = statement.value.args[0]
    yield "hook", span(hook, lines)
    if isinstance(behind, ast.Call):
        behind = behind.args[0]  # of a partial
    name = ast.unparse(behind).rpartition(".")[2]
    if isinstance(behind, ast.Lambda):
        yield "body", span(behind, lines)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            yield "body", span(node, lines)


RESULTS = {"held_activations": "result", "loader_wait": "loader"}


def captures(probe: str | None, statement: ast.stmt, lines: Lines) -> Iterator[tuple[str, Span]]:
    """What an experiment captures of a statement."""
    call = getattr(statement, "value", None)
    roles = step_roles(probe, statement) if probe else None
    if roles is not None:
        yield from ((role, span(node, lines)) for role, node in roles.items())
        return
    if probe == "output_structure":
        yield "result", span(statement, lines)
        yield from (
            ("model", span(n, lines)) for n in ast.walk(statement) if isinstance(n, ast.Name) and n.id == "self"
        )
        return
    if probe in OF_VALUES:
        yield from ((role, span(node, lines)) for role, node in roles_of_values(probe, call))
        return
    if probe in (None, "retained_graph"):
        yield "accumulator", span(accumulator(statement), lines)
        yield "at", span(statement, lines)
        return
    if probe == "batched_transform":
        yield from captures_of_work(call, lines)
        return
    assert isinstance(call, ast.Call)
    if probe == "blocked_time":
        assert isinstance(call.func, ast.Attribute)
        yield "tensor", span(call.func.value, lines)
    if probe == "eval_mode":
        yield "model", span(call.func, lines)
        yield from ((f"given_{index}", span(argument, lines)) for index, argument in enumerate(call.args))
    yield RESULTS.get(probe, "at"), span(call, lines)


def captures_of_work(work: ast.expr | None, lines: Lines) -> Iterator[tuple[str, Span]]:
    """What is captured of arithmetic with two operands, or of a call with one."""
    assert isinstance(work, ast.BinOp | ast.Call)
    yield "result", span(work, lines)
    if isinstance(work, ast.BinOp):
        yield "first", span(work.left, lines)
        yield "second", span(work.right, lines)
    else:
        yield "callee", span(work.func, lines)
        yield "first", span(work.args[0], lines)


OF_VALUES = ("discarded_result", "saturation", "softmaxed_input", "value_domain")
WANTED = {"nll_loss": "log_probabilities", "sqrt": "nonnegative", "acos": "cosine", "div": "nonzero", "log": "positive"}


def roles_of_values(probe: str, node: ast.expr | None) -> Iterator[tuple[str, ast.expr]]:
    """What a probe that looks at values captures of an expression."""
    assert node
    assert isinstance(node, ast.Call)
    called = ast.unparse(node.func).rpartition(".")[2]
    named = {keyword.arg: keyword.value for keyword in node.keywords}
    given = named.get("input") or (node.args[called == "div"] if node.args else node)
    if probe == "discarded_result":
        assert isinstance(node.func, ast.Attribute)
        yield "tensor", node.func.value
    elif probe == "value_domain":
        yield WANTED[called], given
    elif probe == "softmaxed_input":
        yield "logits" if called == "with_logits" else "class_logits", given
        yield "target", named.get("target") or node.args[1]
        yield "callee", node.func
    else:
        yield "argument", given
        yield from (("target", target) for target in node.args[1:] if called == "binary_cross_entropy")
        if isinstance(given, ast.Call) and given.args and not isinstance(given.func, ast.Name):
            yield "logits", given.args[0]
    yield "at", node


def accumulator(statement: ast.stmt) -> ast.expr:
    if isinstance(statement, ast.Assign):
        return statement.targets[0]
    if isinstance(statement, ast.AugAssign):
        return statement.target
    assert isinstance(statement, ast.Expr)
    assert isinstance(statement.value, ast.Call)
    assert isinstance(statement.value.func, ast.Attribute)
    return statement.value.func.value


def span(node: ast.stmt | ast.expr, lines: Lines) -> Span:
    """The span of a node."""
    assert node.end_lineno
    assert node.end_col_offset
    return Span(offset(lines, node.lineno, node.col_offset), offset(lines, node.end_lineno, node.end_col_offset))


def offset(lines: Lines, row: int, column: int) -> int:
    """The offset of a place in the terms of Python's ast."""
    return lines.start(row) + len(lines.line(row).encode()[:column].decode())


def planned(*paths: Path) -> Plan:
    """The plan for the marks of some files."""
    return plan_of((read_source(str(path)), [finding for finding, _, _ in findings_in(path)]) for path in paths)


def plainly(folder: Path, *command: str) -> Ran:
    """Run a command as it is, without stdin."""
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    return Ran(ran.returncode, ran.stdout, ran.stderr)


def observed(
    folder: Path,
    plan: Plan,
    *command: str,
    timeout: float | None = None,
    patience: float = 30.0,
    controls: Controls = session.NO_CONTROLS,
) -> tuple[Ran, session.Session]:
    """Run a command in a session, which gets its streams and its folder from us."""
    with TemporaryFile() as out, TemporaryFile() as err, open(os.devnull) as nothing:
        with in_place_of_ours(folder, nothing.fileno(), out.fileno(), err.fileno()):
            ran = session.run(command, plan, timeout, controls, patience=patience)
        out.seek(0)
        err.seek(0)
        return Ran(ran.status, out.read().decode(), err.read().decode()), ran


@contextmanager
def in_place_of_ours(folder: Path, *streams: int) -> Iterator[None]:
    """Be in another folder, with other standard streams, for a while."""
    home = os.getcwd()
    kept = [os.dup(number) for number in range(3)]
    try:
        os.chdir(folder)
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        yield
    finally:
        os.chdir(home)
        for number, stream in enumerate(kept):
            os.dup2(stream, number)
            os.close(stream)


def told(ran: session.Session, plan: Plan, *paths: Path) -> list[tuple[str, Verdict, str, str]]:
    """For each mark its line, the verdict, and what was wanted."""
    rows = []
    for path in paths:
        lines = Lines(read_source(str(path)).text)
        for finding, outcome, says in findings_in(path):
            site = plan.site_of(finding)
            assert site is not None
            assert finding.proof is not None
            line = lines.line(lines.row(finding.span.start))
            rows.append((line.strip(), verdict(finding.proof, ran.evidence[site]), outcome, says))
    return rows
