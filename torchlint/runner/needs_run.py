"""Rules that the command line names although only a run can ask them, which has not been asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.runner.session import Session


def advice(session: Session) -> Iterator[str]:
    """A line for each of them, that says how it is asked."""
    layers = [layer for settings in session.settings.values() for layer in settings.layers if layer.is_typed]
    keys = ("select", "extend-select")
    for name in dict.fromkeys(name for layer in layers for key in keys for name in layer.values.get(key, ())):
        if name in session.catalog and session.catalog[name].needs_run:
            yield f"{name} needs a run; add `--verify -- COMMAND`"
