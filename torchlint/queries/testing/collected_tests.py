"""Which files and functions a test runner collects."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from torchlint.binding.use_def import is_use, reaching_definitions
from torchlint.project.sources import is_below_tests
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File, FunctionView, View


# What only says how something went.
_SAYS = re.compile(r"(^|\.)(print|debug|info|warn|warning|error|exception)$|^_?log(ger|ging)?\.", re.IGNORECASE)
_OF_TESTS = re.compile(r"(^|[/\\_])tests?([/\\_]|$)")  # a folder that is named so


@query
def is_part_of_tests(file: File) -> bool:
    """Whether a test runner collects this file, or it is in a folder of tests."""
    among = file.project_files is not None and is_below_tests(file.place, file.project_files.root)
    return among or is_test_module(file)


@query
def is_test_module(file: File) -> bool:
    """Whether this file has tests that a runner collects, judged by its imports, functions and name.

    A name such as `test_net.py` is not enough, as scripts that evaluate a model have it, too; nor is the folder.
    """
    imports: list[tree.Import | tree.ImportFrom] = [*file.tree.all(tree.Import), *file.tree.all(tree.ImportFrom)]
    for node in imports:
        names = [node.module] if isinstance(node, tree.ImportFrom) else [a.name for a in node.names]
        if any({"pytest", "unittest", "testing"} & set(name.split(".")) for name in names) and _is_used(file, node):
            return True
    named = [one for one in file.tree.all(tree.FunctionDef) if one.name.startswith("test")]
    if any(_is_unit_test(file, function) for function in named):
        return True
    root = file.project_files.root if file.project_files is not None else ""
    folder, name = os.path.split(os.path.relpath(file.place, root) if root else file.path)
    if not (name.startswith("test_") or name.endswith("_test.py") or name == "tests.py"):
        return False
    if _OF_TESTS.search(folder):
        return True
    called = {tree.last_name(call.func) for call in file.tree.all(tree.Call)}
    return any(_is_collected(file, function) for function in named if function.name not in called)


def _is_used(file: File, node: tree.Import | tree.ImportFrom) -> bool:
    """Whether any name of an import is used, if only as a fixture: editors add some by mistake."""
    if isinstance(node, tree.Import) or not node.names:
        return True
    bound = {alias.asname or alias.name for alias in node.names}
    tests = (one for one in file.tree.all(tree.FunctionDef) if one.name.startswith("test"))
    if any(one.name in bound for function in tests for one in function.parameters):
        return True
    named = (name for name in file.tree.all(tree.Name) if name.id in bound and is_use(file.tree, name))
    return any(
        definition is not None and definition.kind == "import"
        for name in named
        for definition in reaching_definitions(file.tree, name)
    )


def _is_unit_test(file: File, function: tree.FunctionDef) -> bool:
    """Whether a function calls unittest's methods: `self.assertTrue(...)`."""
    called = (tree.dotted(call.func) or "" for call in file.tree.inside(function, tree.Call))
    return any(re.match(r"self\.assert[A-Z]", name) for name in called)


def _is_collected(file: File, function: tree.FunctionDef) -> bool:
    """Whether pytest collects a function that the file does not call itself, and can give it what it takes."""
    around = file.tree.above(function, *tree.Scope)
    if isinstance(around, tree.ClassDef) and not around.name.startswith("Test"):
        return False
    takes = [one.name for one in function.parameters if one.name != "self"]
    return not takes or any(True for _ in file.tree.inside(function, tree.Assert))


def is_test(function: FunctionView) -> bool:
    """Whether this function is, or is inside, a test that pytest or unittest collects.

    Example:
        if call.function is not None and testing.is_test(call.function):
            continue  # a test checks that the code runs
    """
    around = function.function
    is_collected = function.name.startswith("test") and is_test_module(function.file)
    return is_collected or (around is not None and is_test(around))


def is_only_tried(code: View) -> bool:
    """Whether a statement is run to see if it raises, as `is_tried` says, and no later code of the `try` relies on it.

    Code that only says how it went relies on nothing: `print("supported")`.
    """
    syntax, statement = code.file.tree, code.file.tree.statement(code.node)
    tried = syntax.above(statement, tree.Try, tree.With, *tree.Scope)
    if isinstance(tried, tree.Try) and not is_test_module(code.file) and not _asks_for_attribute(tried):
        block = next((body for body in _blocks(syntax.parents.get(statement)) if statement in body), [])
        later = block[block.index(statement) + 1 :] if block else []
        calls = (node for part in later for node in tree.walk(part) if isinstance(node, tree.Call))
        if any(_SAYS.search(tree.dotted(call.func) or "") is None for call in calls):
            return False
    return is_tried(code)


def _asks_for_attribute(tried: tree.Try) -> bool:
    """Whether a `try` is there to see if an attribute exists."""
    kinds = (handler.type for handler in tried.handlers if handler.type is not None)
    return any(tree.last_name(part) == "AttributeError" for kind in kinds for part in tree.walk(kind))


def _blocks(node: tree.Node | None) -> list[list[tree.Node]]:
    return [list(block) for name in ("body", "orelse") if isinstance(block := getattr(node, name, None), (list, tuple))]


def is_tried(code: View) -> bool:
    """Whether code is run to see if it raises: in a `try`, under `pytest.raises` or `suppress`, in a test."""
    syntax = code.file.tree
    for around, side in syntax.branches(code.node, tree.Try, tree.With, *tree.Scope).items():
        if isinstance(around, tree.Scope):
            break
        if isinstance(around, tree.With):
            calls = (item.context.func for item in around.items if isinstance(item.context, tree.Call))
            texts = [(tree.dotted(func) or "").lower() for func in calls]
            if any("raises" in text or text.rpartition(".")[2] == "suppress" for text in texts):
                return True
        elif side == "body":
            return True  # a handler, or the code after it, uses the result
    return is_test_module(code.file)
