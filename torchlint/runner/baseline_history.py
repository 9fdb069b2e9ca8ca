"""`--baseline-history`: which baseline is meant, and what is shown of it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TextIO

from torchlint.baselines.baseline import DEFAULT
from torchlint.baselines.history import history
from torchlint.files.paths import DASH
from torchlint.report.baseline_history import write_history

if TYPE_CHECKING:
    from torchlint.settings.config import Configs


def show_history(path: str, configs: Configs, stream: TextIO, form: str) -> None:
    """Write how the baseline that holds for a path has changed from commit to commit; raises ConfigError."""
    settings = configs.of_file(os.path.abspath(os.path.join(path, DASH) if os.path.isdir(path) else path))
    file = settings.baseline or os.path.abspath(DEFAULT)
    write_history(file, history(file), stream, form)
