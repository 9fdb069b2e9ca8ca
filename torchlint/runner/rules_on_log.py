"""What `--verbose` says of a run: how many rules were on for how many files, by the configuration that says so."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from torchlint.report.summary import files_in_words

if TYPE_CHECKING:
    from torchlint.runner.session import Session
    from torchlint.settings.config import Configs


def rules_on(names: Sequence[str], seconds: float, configs: Configs, session: Session) -> Iterator[str]:
    """A line for each configuration, and one for the time that the run took."""
    counts: Counter[tuple[str, int]] = Counter()
    for name in names:
        layers = configs.of_file(os.path.abspath(name)).layers
        origins = ", ".join(dict.fromkeys(layer.origin for layer in layers)) or "the defaults"
        counts[origins, session.number_of_rules_on(name)] += 1
    for (origins, rules), files in counts.items():
        yield f"{files_in_words(files)} under {origins}: {rules} rules are on"
    yield f"checked {files_in_words(len(names))} in {seconds:.2f} s"
