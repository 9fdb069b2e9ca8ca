"""Functions that make arrays of samples, by how many dimensions their results have."""

from __future__ import annotations

# NumPy's functions that take sizes one by one, and those that always give one dimension.
TAKES_SIZES = frozenset("numpy.random.rand numpy.random.randn".split())
TAKES_SHAPE = frozenset(
    "numpy.zeros numpy.ones numpy.empty numpy.full numpy.random.random numpy.random.random_sample".split()
)
OF_ONE_DIMENSION = frozenset("numpy.arange numpy.linspace numpy.logspace numpy.geomspace".split())

# scikit-learn's generated samples, which are features and then one target for each: with no more than these arguments
# (scikit-learn 1.7).
SAMPLES_AND_TARGETS = dict.fromkeys(
    (
        f"sklearn.datasets.make_{name}"
        for name in "classification moons circles blobs friedman1 friedman2 friedman3 hastie_10_2".split()
    ),
    frozenset[str](),
) | {"sklearn.datasets.make_regression": frozenset(("n_targets", "coef"))}
MOST_POSITIONAL = 3  # before make_regression's n_targets
# Its data sets: their `data` has features, their `target` one number for each sample.
DATA_SETS = frozenset(
    f"sklearn.datasets.{name}"
    for name in "load_iris load_digits load_wine load_breast_cancer load_diabetes fetch_california_housing".split()
)
# What divides arrays: two parts of each that it is given, with as many dimensions.
DIVIDES = "sklearn.model_selection.train_test_split"
# Methods that give an array of rows for an array of rows.
RESCALES = frozenset(("fit_transform", "transform"))
