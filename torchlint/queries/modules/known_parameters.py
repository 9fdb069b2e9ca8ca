"""Whether a module certainly has parameters, according to the code that constructs it."""

from __future__ import annotations

from torchlint.binding.symbols import Class, module_has_parameters
from torchlint.domain.values import OneOf, Sequential, Value, alternatives
from torchlint.knowledge.torch_api import fact
from torchlint.syntax import tree


def surely_has_parameters(made: Value, within: tree.Node | None = None, depth: int = 0) -> bool:
    """Whether a module certainly has parameters; of a Sequential, those layers count that `within` constructs."""
    if made.kind != "module" or made.assumed or depth > 3:
        return False
    if isinstance(made.ref, str):
        known = fact(made.ref)
        if known is None or known.kind != "module" or known.parameterless:
            return False
        return known.mode != "track_running_stats" and known.returns != "unknown"
    if isinstance(made.ref, Class):
        return made.ref.derives_from_module and bool(made.ref.attributes) and module_has_parameters(made)
    if isinstance(made.ref, OneOf):
        return all(surely_has_parameters(one, within, depth + 1) for one in alternatives(made))
    if not isinstance(made.ref, Sequential):
        return False
    parts = (part for part in made.ref.parts if _is_inside(part.source, within))
    return any(surely_has_parameters(part, within, depth + 1) for part in parts)


def _is_inside(part: tree.Node | None, whole: tree.Node | None) -> bool:
    if part is None or whole is None:
        return whole is None
    return whole.start <= part.start and part.end <= whole.end
