"""Values in words, for tests that reveal what is known of an expression."""

from __future__ import annotations

from torchlint.domain.values import LAYER, MAYBE, NO, YES, Composite, Value


def describe(value: Value) -> str:
    """A value in words, for reveal tests: `tensor, grad, sigmoid`."""
    words: list[str] = [value.kind]
    if value.is_tensor:
        words.append({NO: "no grad", MAYBE: "maybe grad", YES: "grad"}[value.grad])
    if value.made_by and value.made_by != LAYER:  # what most layers make is told by what is not said
        words.append(value.made_by)
    name = getattr(value.ref, "name", value.ref)
    if isinstance(name, str):
        words.append(name)
    elif isinstance(value.ref, Composite):
        words.append(value.ref.word)
    if value.kind == "tuple":
        words.append("(" + "; ".join(describe(item) for item in value.items) + ")")
    if value.kind == "list" and value.items:
        words.append(f"of ({describe(value.items[0])})")
    if value.kind == "dict":
        words.append("{" + "; ".join(f"{k}: {describe(v)}" for k, v in value.entries.items()) + "}")
    if value.assumed:
        words.append("assumed")
    return ", ".join(words)
