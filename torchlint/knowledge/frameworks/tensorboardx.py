"""tensorboardX."""

from __future__ import annotations

from torchlint.knowledge.effects import LibraryModel
from torchlint.knowledge.frameworks.rows import handled

MODEL = LibraryModel(
    ("tensorboardX",), calls=handled("tensorboardX.SummaryWriter tensorboardX.writer.SummaryWriter", "writer")
)
