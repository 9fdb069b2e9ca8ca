"""How long the program waits for the batches of a DataLoader."""

from __future__ import annotations

from typing import Any

from .. import loaders, torch_state
from ..site import Site


class LoaderWait(Site):
    """Remembers whose DataLoaders these are: waits are counted where batches come from."""

    looks_at = ("loader",)

    def begin(self) -> None:
        self._keys: set[int] = set()
        names = "loaders unknown batches waited between workers pinned"
        self.facts = {**dict.fromkeys(names.split(), 0), "is_watched": loaders.is_watched}

    def visit(self, role: str, value: Any) -> None:
        torch = torch_state.torch
        if torch is None or not isinstance(value, torch.utils.data.DataLoader):
            self.facts["unknown"] += 1
            return
        self.facts["loaders"] += 1
        self.facts["workers"] = max(self.facts["workers"], value.num_workers)
        self.facts["pinned"] += bool(value.pin_memory)
        self._keys.add(loaders.key_of(value))
        loaders.note_judged(value)

    def end(self) -> None:
        """Ask what has been waited for by now."""
        waits = loaders.of_keys(self._keys)
        self.facts.update(is_watched=loaders.is_watched, batches=waits.batches)
        self.facts.update(waited=round(waits.waited, 6), between=round(waits.between, 6))
