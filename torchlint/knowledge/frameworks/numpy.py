"""NumPy and what computes with its arrays: arrays, and no tensor."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, LibraryModel
from torchlint.knowledge.frameworks.rows import ARRAY, handled

# The distributions of `numpy.random`, by how many parameters they have in front of `size`.
PARAMETERS = {
    name: count
    for count, names in enumerate(
        (
            "rand randn random random_sample standard_normal",
            "exponential poisson",
            "beta binomial gamma laplace lognormal normal randint uniform",
            "triangular",
        )
    )
    for name in names.split()
}

MODEL = LibraryModel(
    ("numpy",),
    calls=handled("numpy.array numpy.asarray numpy.float32", "array"),
    patterns={r"random\..*": CallModel(handler="noise"), r".*": ARRAY},
)
