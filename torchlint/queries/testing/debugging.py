"""What is there to look for bugs, and what decides whether code runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.flow.lazy_import import is_main_guard
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import CallView, File, View


def is_for_debugging(file: File) -> bool:
    """Whether the file's name says that it looks for bugs."""
    return "debug" in file.path.replace("\\", "/").rpartition("/")[2].lower()


def is_in_function_for_debugging(code: View) -> bool:
    """Whether the function around says by its name that it looks for bugs."""
    around = code.function
    return around is not None and "debug" in around.name.lower()


def is_conditional(code: View) -> bool:
    """Whether a condition in its function or file decides whether it runs, `if __name__ == "__main__"` aside."""
    here: tree.Node = code.node
    while (above := code.file.tree.parents.get(here)) is not None and not isinstance(here, tree.Scope):
        if isinstance(above, (tree.If, tree.Conditional)) and here is not above.test:
            if not is_main_guard(above.test):
                return True
        elif isinstance(above, (tree.Handler, tree.Match, tree.BoolOp)) and not _joins_contexts(code.file, above):
            return True
        here = above
    return False


def _joins_contexts(file: File, joined: tree.Node) -> bool:
    """Whether `and` joins context managers in a `with`: each of them is true, so all of them are made."""
    is_in_with = isinstance(file.tree.parents.get(joined), tree.WithItem)
    if not isinstance(joined, tree.BoolOp) or joined.op != "and" or not is_in_with:
        return False
    names = [file.names.spelled(one) for one in joined.values if isinstance(one, tree.Call)]
    return len(names) == len(joined.values) and all(one.startswith("torch.") for each in names for one in each)


def is_entered(call: CallView) -> bool:
    """Whether a `with` enters a call."""
    return isinstance(call.file.tree.parents.get(call.node), tree.WithItem)
