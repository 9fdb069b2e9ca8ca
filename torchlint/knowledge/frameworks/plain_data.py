"""pandas, scikit-learn, Matplotlib, librosa and soundfile: no tensors come out of them."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, LibraryModel
from torchlint.knowledge.frameworks.rows import DATA, each

MODEL = LibraryModel(
    ("pandas", "sklearn", "matplotlib", "librosa", "soundfile"),
    # A wave, and its rate.
    calls=each("librosa.load librosa.core.load soundfile.read", CallModel(("array", "number"), pure=True)),
    patterns={r".*": DATA},
)
