"""A variable that is one of several models puts the same one in eval mode and back, whichever that is."""

from __future__ import annotations

import pytest

from torchlint.domain.modes import EVAL, NEVER_SEEN, TRAIN, Switch
from torchlint.queries.file import File
from torchlint.queries.modes.put_back import leaves_in_eval_mode

PROGRAM = """
def show(model, average, batches, uses_average, is_short):
    for x in batches:
        shown = model
        {chosen}
        shown.eval()
        {between}
        shown.train()
"""
CHOSEN = "if uses_average: shown = average"


@pytest.mark.parametrize(
    ("chosen", "between", "stays"),
    [
        (CHOSEN, "print(shown(x))", False),
        (CHOSEN, "if is_short: continue", True),
        (CHOSEN, "shown = average", True),
        (CHOSEN, "if is_short: return", True),
        ("pass", "print(shown(x))", True),  # one model, of which the interpreter knows the mode by itself
    ],
)
def test_only_the_same_model_is_put_back(chosen: str, between: str, stays: bool) -> None:
    file = File("show.py", PROGRAM.format(chosen=chosen, between=between))
    put, back = (next(file.method_calls(name)).node for name in ("eval", "train"))
    switches = frozenset((Switch(EVAL, put), Switch(TRAIN, back), *NEVER_SEEN))
    assert leaves_in_eval_mode(file, switches) is stays


def test_a_model_that_nothing_puts_back_stays_in_eval_mode() -> None:
    file = File("show.py", PROGRAM.format(chosen=CHOSEN, between="pass"))
    (put,) = (call.node for call in file.method_calls("eval"))
    assert leaves_in_eval_mode(file, frozenset((Switch(EVAL, put),)))
