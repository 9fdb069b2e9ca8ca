"""What Python and the packages around PyTorch had, and have no more: names that end a run of training code.

That they are gone was tried with Python 3.11, NumPy 2.4, PyYAML 6.0, scikit-learn 1.9, librosa 0.11 and Matplotlib
3.11; since when is what ruff says of NPY001 and NPY201, and what the release notes say of the others. `np.bool` and
`np.long` are missing from NumPy 1.24 to 1.26 only (tried with 1.24.4, 1.26.4 and 2.0.2).
"""

from __future__ import annotations

from torchlint.knowledge.deprecations import Change
from torchlint.knowledge.names_beside_torch import (
    BUILT_IN,
    EXCEPTIONS,
    OF_COLLECTIONS,
    OF_IMAGES,
    OTHERWISE,
    RENAMED,
    RETURNED,
)
from torchlint.knowledge.removals_around_torch import (
    BEHIND_PREDICTIONS_AND_TARGETS,
    FUNCTIONS_OF_A_TASK,
    METRICS_OF_A_TASK,
    METRICS_OF_BEFORE,
    OLD_TEXT_DATA,
    RENAMED_METRICS,
)
from torchlint.project.requirements import Version

# The newest version of each package whose names were tried.
NEWEST_BESIDE_TORCH: dict[str, Version] = {
    "numpy": (2, 4),
    "pillow": (12, 0),
    "python": (3, 11),
    "pyyaml": (6, 0),
    "scikit-learn": (1, 9),
    "librosa": (0, 11),
    "datasets": (3, 0),
    "matplotlib": (3, 11),
    "torchmetrics": (1, 9),
    "torchtext": (0, 18),
}
_SHOWN = {
    "numpy": "NumPy",
    "pillow": "Pillow",
    "python": "Python",
    "pyyaml": "PyYAML",
    "scikit-learn": "scikit-learn",
    "librosa": "librosa",
    "datasets": "datasets",
    "matplotlib": "Matplotlib",
    "torchmetrics": "torchmetrics",
    "torchtext": "torchtext",
}


# Who stays with a PyTorch before this one stays with packages that its Python takes; NumPy 2 does not go with it.
OF_THAT_TIME: Version = (1, 13)
_NUMPY_2: Version = (2, 0)
# The newest Python that a PyTorch before that has packages for: those from this version on.
_NEWEST_PYTHON: tuple[tuple[Version, Version], ...] = (((1, 11), (3, 10)), ((1, 8), (3, 9)), ((1, 4), (3, 8)))
_OLDER_PYTHON: Version = (3, 7)
# The oldest Python for which there is a package without what has been removed.
_NEEDED_PYTHON: dict[str, tuple[tuple[Version, Version], ...]] = {
    "numpy": (((1, 22), (3, 8)),),
    "pillow": (((10, 0), (3, 8)),),
    "pyyaml": (((6, 0), (3, 6)),),
    "scikit-learn": (((1, 2), (3, 8)), ((0, 20), (3, 6))),
    "librosa": (((0, 10), (3, 7)), ((0, 6), (3, 6))),
    "datasets": (((3, 0), (3, 8)),),
    "matplotlib": (((3, 11), (3, 11)), ((3, 10), (3, 10))),
}


def python_beside(change: Change, before: Version) -> Version | None:
    """The oldest Python with which a removal meets a PyTorch older than `before`; None if they never meet."""
    if change.package == "numpy" and change.since >= _NUMPY_2:
        return None
    newest = next((python for torch, python in _NEWEST_PYTHON if torch < before), _OLDER_PYTHON)
    rows = _NEEDED_PYTHON.get(change.package, ())
    needed = next((python for since, python in rows if since <= change.since), None)
    if change.package == "python":
        needed = change.since
    return needed if needed is not None and needed <= newest else None


def _renamed(package: str, since: Version, name: str, exists: Version = (0, 0)) -> Change:
    """A name for which there is another one: in the same module where that begins with a dot, else a builtin."""
    return Change(since, "", exists, rename=name, happens=_fails(package, since), package=package)


def _gone(package: str, since: Version, instead: str) -> Change:
    """A name for which there is no other one that takes the same arguments."""
    return Change(since, instead, happens=_fails(package, since), package=package)


def _fails(package: str, since: Version) -> str:
    return f"fails since {_SHOWN[package]} {since[0]}.{since[1]}"


_LOADER = "use a `torch.utils.data.DataLoader` with a `collate_fn`"
REMOVED_BESIDE_TORCH: dict[str, Change] = {
    **{f"numpy.{name}": _renamed("numpy", (1, 24), now) for name, now in BUILT_IN.items()},
    **{
        f"numpy.{name}": _renamed("numpy", (1, 24), now)._replace(
            happens="fails with NumPy 1.24 to 1.26", until=(2, 0), is_same=False
        )
        for name, now in RETURNED.items()
    },
    **{f"numpy.{name}": _renamed("numpy", (2, 0), f".{now}") for name, now in RENAMED.items()},
    **{f"numpy.{name}": _renamed("numpy", (2, 0), f".exceptions.{name}", (1, 25)) for name in EXCEPTIONS},
    "numpy.RankWarning": _renamed("numpy", (2, 0), ".exceptions.RankWarning", (2, 0)),
    **{f"numpy.{name}": _gone("numpy", (2, 0), instead) for name, instead in OTHERWISE.items()},
    "numpy.asscalar": _gone("numpy", (1, 23), "use the array's `item()`"),
    "numpy.in1d": _renamed("numpy", (2, 4), ".isin", (1, 13))._replace(is_same=False),  # keeps the shape
    "numpy.trapz": _renamed("numpy", (2, 4), ".trapezoid", (2, 0)),
    **{f"PIL.Image.{name}": _renamed("pillow", (10, 0), f".{now}") for name, now in OF_IMAGES.items()},
    **{f"collections.{name}": _renamed("python", (3, 10), f".abc.{name}", (3, 3)) for name in OF_COLLECTIONS},
    "time.clock": _renamed("python", (3, 8), ".perf_counter", (3, 3))._replace(is_same=False),  # no processor time
    "inspect.getargspec": _renamed("python", (3, 11), ".getfullargspec")._replace(is_same=False),  # returns more
    "base64.decodestring": _renamed("python", (3, 9), ".decodebytes", (3, 1)),
    "base64.encodestring": _renamed("python", (3, 9), ".encodebytes", (3, 1)),
    "fractions.gcd": _gone("python", (3, 9), "use `math.gcd`"),
    "matplotlib.cm.get_cmap": _gone("matplotlib", (3, 11), "use `plt.get_cmap`"),
    "matplotlib.pyplot.cm.get_cmap": _gone("matplotlib", (3, 11), "use `plt.get_cmap`"),
    "datasets.load_metric": _gone("datasets", (3, 0), "use `evaluate.load`"),
    "librosa.output": _gone("librosa", (0, 8), "write the file with `soundfile.write`"),
    "librosa.output.write_wav": _gone("librosa", (0, 8), "use `soundfile.write`"),
    "librosa.logamplitude": _gone("librosa", (0, 6), "use `librosa.power_to_db`"),
    "librosa.display.waveplot": _gone("librosa", (0, 10), "use `librosa.display.waveshow`"),
    "sklearn.externals.joblib": _gone("scikit-learn", (0, 23), "import `joblib`"),
    "sklearn.externals.six": _gone("scikit-learn", (0, 23), "write it for Python 3 alone"),
    "sklearn.cross_validation": _gone("scikit-learn", (0, 20), "use `sklearn.model_selection`"),
    "sklearn.grid_search": _gone("scikit-learn", (0, 20), "use `sklearn.model_selection`"),
    "sklearn.learning_curve": _gone("scikit-learn", (0, 20), "use `sklearn.model_selection`"),
    "sklearn.utils.linear_assignment_": _gone("scikit-learn", (0, 23), "use `scipy.optimize.linear_sum_assignment`"),
    "sklearn.datasets.samples_generator": _gone("scikit-learn", (0, 24), "import it from `sklearn.datasets`"),
    "sklearn.datasets.fetch_mldata": _gone("scikit-learn", (0, 22), "use `fetch_openml`"),
    "sklearn.datasets.load_boston": _gone("scikit-learn", (1, 2), "use another dataset"),
    "sklearn.metrics.jaccard_similarity_score": _gone("scikit-learn", (0, 23), "use `jaccard_score`"),
    "sklearn.metrics.plot_confusion_matrix": _gone("scikit-learn", (1, 2), "use `ConfusionMatrixDisplay`"),
    **{
        f"torchmetrics.{name}": _gone("torchmetrics", (0, 8), f"use `torchmetrics.{now}`")
        for name, now in RENAMED_METRICS.items()
    },
    **{f"torchmetrics.{name}": _gone("torchmetrics", (0, 11), now) for name, now in METRICS_OF_BEFORE.items()},
    **{f"torchtext.data.{name}": _gone("torchtext", (0, 9), _LOADER) for name in OLD_TEXT_DATA},
    "torchtext.legacy": _gone("torchtext", (0, 12), _LOADER),
    "torchtext.legacy.data": _gone("torchtext", (0, 12), _LOADER),
    "torchtext.legacy.datasets": _gone("torchtext", (0, 12), _LOADER),
    "sklearn.preprocessing.Imputer": _gone("scikit-learn", (0, 22), "use `sklearn.impute.SimpleImputer`"),
}
_TASK = _gone("torchmetrics", (0, 11), 'pass `task="multiclass"`, `"binary"` or `"multilabel"`')
# Calls without this argument: its position and its name.
WITHOUT_ARGUMENT: dict[str, tuple[int, str, Change]] = {
    "yaml.load": (1, "Loader", _gone("pyyaml", (6, 0), "use `yaml.safe_load`")),
    "yaml.load_all": (1, "Loader", _gone("pyyaml", (6, 0), "use `yaml.safe_load_all`")),
    **{
        f"torchmetrics.{within}{name}": (0, "task", _TASK)
        for name in METRICS_OF_A_TASK
        for within in ("", "classification.")
    },
    **{
        f"torchmetrics.functional.{within}{name}": (BEHIND_PREDICTIONS_AND_TARGETS, "task", _TASK)
        for name in FUNCTIONS_OF_A_TASK
        for within in ("", "classification.")
    },
    "numpy.fromstring": (3, "sep", _gone("numpy", (2, 3), "use `np.frombuffer`")),
}
# How many arguments the functions of librosa take by position since 0.10; before, they took all of them so.
BY_KEYWORD = _gone("librosa", (0, 10), "")
BY_POSITION: dict[str, int] = {
    f"librosa.{name}": count
    for count, names in (
        (
            0,
            "filters.mel filters.chroma filters.constant_q filters.window_sumsquare feature.mfcc",
        ),
        (0, "feature.chroma_stft feature.chroma_cqt feature.spectral_centroid feature.spectral_contrast feature.rms"),
        (0, "feature.spectral_bandwidth feature.spectral_rolloff feature.spectral_flatness feature.tonnetz"),
        (0, "feature.tempogram feature.poly_features onset.onset_strength onset.onset_detect beat.beat_track"),
        (0, "feature.melspectrogram get_duration piptrack fft_frequencies"),
        (1, "load resample stft istft power_to_db amplitude_to_db db_to_power db_to_amplitude griffinlim cqt yin pyin"),
        (1, "core.load core.resample core.stft core.istft mel_frequencies frames_to_time time_to_frames"),
        (1, "util.pad_center util.fix_length util.frame util.normalize util.buf_to_float"),
        (1, "effects.trim effects.split effects.time_stretch effects.pitch_shift effects.preemphasis"),
        (1, "feature.zero_crossing_rate feature.delta"),
        (2, "filters.get_window"),
    )
    for name in names.split()
}
# Methods of what these functions and classes make; of any object where none are named, and the name is one of a kind.
_OF_FONTS = ("PIL.ImageFont.truetype", "PIL.ImageFont.load_default", "PIL.ImageFont.FreeTypeFont")
_OF_DRAWINGS = ("PIL.ImageDraw.Draw", "PIL.ImageDraw.ImageDraw")
REMOVED_METHODS: dict[str, tuple[tuple[str, ...], Change]] = {
    "getsize": (_OF_FONTS, _gone("pillow", (10, 0), "use `getbbox`")),
    "getsize_multiline": (_OF_FONTS, _gone("pillow", (10, 0), "use `multiline_textbbox` of a drawing")),
    "textsize": (_OF_DRAWINGS, _gone("pillow", (10, 0), "use `textbbox`")),
    "tostring_rgb": ((), _gone("matplotlib", (3, 10), "use `np.asarray(canvas.buffer_rgba())[..., :3]`")),
    "multiline_textsize": (_OF_DRAWINGS, _gone("pillow", (10, 0), "use `multiline_textbbox`")),
}
LAST_PARTS = frozenset(name.rpartition(".")[2] for name in REMOVED_BESIDE_TORCH)
