"""Code in messages: what is called stays readable, however long its arguments are."""

from __future__ import annotations

import pytest

from torchlint.syntax.brief_code import brief


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("model(x)", "model(x)"),
        ("nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)", "nn.utils.clip_grad_norm_(...)"),
        ("torch.load(path, map_location=device, weights_only=False)", "torch.load(path, ...)"),
        ("torch.load(f'{folder}/a, (b', map_location=device, mmap=True)", "torch.load(f'{folder}/a, (b', ...)"),
        ("F.mse_loss(generator(rows), y, reduction='none').backward()", "F.mse_loss(...).backward()"),
        ("(losses * mask).sum() / mask.sum().clamp(min=1)", "(losses * mask).sum() / mask.sum().clamp(...)"),
        ("call(\n    one,\n    two,\n)", "call(one, two)"),
        ("for parameter in model.module.parameters(): parameter.requires_grad = True", None),
    ],
)
def test_arguments_give_way_first(code: str, shown: str | None) -> None:
    assert brief(code) == (shown or "for parameter in model.m..._grad = True")


def test_a_long_text_is_cut_in_its_middle() -> None:
    assert brief("f(" + "x, " * 400 + "y)") == "f(x, x, x, x, x, x, x, x... x, x, x, y)"
