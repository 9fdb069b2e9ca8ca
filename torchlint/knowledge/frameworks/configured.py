"""What creates the objects that a configuration names: https://hydra.cc/docs/advanced/instantiate_objects/overview."""

from __future__ import annotations

from torchlint.knowledge.effects import LibraryModel
from torchlint.knowledge.frameworks.rows import handled

MODEL = LibraryModel(
    ("hydra", "importlib"),
    calls={
        **handled("hydra.utils.instantiate hydra.utils.call", "instantiate"),
        **handled("importlib.import_module", "import-module"),
    },
)
