"""Where things are."""

from dataclasses import dataclass
from pathlib import Path

RUNS = Path("runs")
HISTORY = RUNS / "history.pt"


@dataclass
class Paths:
    vocabulary: str = "vocabulary.pt"
    borrowed: str = "borrowed.pt"
