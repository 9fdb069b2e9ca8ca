"""What decorators leave of a function: whether callers still pass its arguments, and get its result."""

from __future__ import annotations

from torchlint.knowledge.call_names import SAME_CALLS
from torchlint.syntax import tree


def may_change_calls(function: tree.FunctionDef) -> bool:
    """Whether a decorator may let callers pass or get something else; `@torch.no_grad()` doesn't."""
    called = (one.func if isinstance(one, tree.Call) else one for one in function.decorators)
    return any(tree.last_part(one) not in SAME_CALLS for one in called)
