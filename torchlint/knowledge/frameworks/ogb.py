"""The Open Graph Benchmark, as of ogb 1.3."""

from __future__ import annotations

from torchlint.knowledge.effects import ClassModel, LibraryModel
from torchlint.knowledge.frameworks.rows import PLAIN

MODEL = LibraryModel(("ogb",), version="1.3", classes={"Evaluator": ClassModel(methods={"eval": PLAIN})})
