"""The table of what packages warn of: how it is made of sources, and read."""

from pathlib import Path

from tools.generate_deprecated_api import table as made
from torchlint.knowledge.deprecation_table import argument_rows, parse, row, table
from torchlint.knowledge.deprecations import deprecation, removal, removed_arguments

OLD = """
import warnings


def kept(x):
    warnings.warn("kept is deprecated, use `new_one` instead", FutureWarning)
    return x


def given_to_another(x):
    warnings.warn("We recommend you using `split` from the shards library", FutureWarning)


def dropped(x):
    warnings.warn("dropped will be removed", DeprecationWarning)


def sometimes(x, old=None):
    if old is not None:
        warnings.warn("`old` is deprecated. Please use `new` instead.", FutureWarning)
    if x:
        warnings.warn("deprecated for some values")
    return x


def fine(x):
    return warnings.warn("slow") or x
"""


def test_a_table_is_made_of_sources(tmp_path: Path) -> None:
    for version, text in {"1.0.1": OLD, "1.1.0": OLD.replace("def dropped", "def _dropped")}.items():
        package = tmp_path / version / "accelerate"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("from .inner import kept\nfrom .inner import fine, sometimes as often\n")
        (package / "inner.py").write_text(text)
    assert [line for line in made(tmp_path, "accelerate") if line.startswith("accelerate.")] == [
        "accelerate.inner.dropped 1.0 1.1 -",
        "accelerate.inner.given_to_another 1.0 - shards.split",
        "accelerate.inner.kept 1.0 - new_one",
        "accelerate.inner.sometimes(old) 1.0 - new",
        "accelerate.kept 1.0 - new_one",
        "accelerate.often(old) 1.0 - new",
    ]


def test_versions_are_those_of_the_torch_beside() -> None:
    found = parse("[torchvision 0.15 0.28]\ntorchvision.io.read_video 0.22 0.26 -\n")
    assert (found.names["torchvision.io.read_video"].since, found.newest["torchvision"]) == ((2, 7), (0, 28))


def test_the_table_is_read() -> None:
    assert len(table().names) > 200
    gone = row("torchvision.io.read_video")
    assert gone is not None
    assert gone.gone == (2, 11)
    assert argument_rows("pytorch_lightning.loggers.CometLogger")["project_name"].successor == "project"
    assert deprecation("torch.autograd.Function") is None
    assert deprecation("torch.onnx.dynamo_export") is None
    assert removal("torch.onnx.dynamo_export") is not None


def test_names_are_looked_for_where_stars_lead(tmp_path: Path) -> None:
    told = 'import warnings\nclass Old:\n    def {}(self):\n        warnings.warn("deprecated", FutureWarning)\n'
    imported = "from .left import *\nfrom .right import *\n"
    for version, method in {"1.0.1": "cut", "1.1.0": "_cut"}.items():
        package = tmp_path / version / "accelerate"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text(imported)
        (package / "left.py").write_text("from . import *\n")  # in a circle
        (package / "right.py").write_text(told.format(method))
    assert "accelerate.Old.cut 1.0 1.1 -" in list(made(tmp_path, "accelerate"))


def test_a_failing_import_gives_nothing_and_a_fast_class_has_another_name(tmp_path: Path) -> None:
    texts = {
        "1.0.1": OLD + OLD.replace("kept", "ProcessorFast"),
        "1.1.0": "from pytorch.fb import kept\nProcessor = 1\n",
    }
    for version, text in texts.items():
        package = tmp_path / version / "accelerate"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text(text)
    lines = list(made(tmp_path, "accelerate"))
    assert "accelerate.kept 1.0 1.1 new_one" in lines
    assert not any("ProcessorFast" in line for line in lines)


def test_what_support_is_dropped_for(tmp_path: Path) -> None:
    package = tmp_path / "1.0.1" / "accelerate"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(
        "from .inner import dropping_support, load as _load\nload = dropping_support(_load)\nsize = len(_load)\n"
    )
    (package / "inner.py").write_text("def load():\n    pass\n\n\n@dropping_support\ndef save():\n    pass\n")
    lines = [line for line in made(tmp_path, "accelerate") if line.startswith("accelerate.")]
    assert lines == ["accelerate.inner.save 1.0 - -", "accelerate.load 1.0 - -"]


def test_a_warning_that_an_argument_silences(tmp_path: Path) -> None:
    package = tmp_path / "1.0.1" / "accelerate"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(
        "import warnings\n\n\ndef step(lr, no_deprecation_warning=False, exact=False):\n"
        "    if not no_deprecation_warning:\n        warnings.warn('deprecated, use `torch.step`', FutureWarning)\n\n\n"
        "def other(lr, exact=False):\n"
        "    if not exact:\n        warnings.warn('deprecated for rough ones', FutureWarning)\n"
    )
    lines = [line for line in made(tmp_path, "accelerate") if line.startswith("accelerate.")]
    assert lines == ["accelerate.step 1.0 - torch.step"]


def _packages(folder: Path, texts: dict[str, str]) -> None:
    for version, text in texts.items():
        package = folder / version / "accelerate"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text(text)


def test_an_argument_that_warned_is_gone_once_it_is_not_taken(tmp_path: Path) -> None:
    later = "def sometimes(x, new=None):\n    pass\n\n\ndef fine(x, **others):\n    pass\n"
    _packages(tmp_path, {"1.0.1": OLD + OLD.replace("sometimes", "fine"), "1.1.0": later})
    lines = [line for line in made(tmp_path, "accelerate") if "(" in line]
    assert lines == ["accelerate.sometimes(old) 1.0 1.1 new"]  # what `fine` takes among its others, nothing says


def test_fields_that_a_dataclass_loses_without_a_warning(tmp_path: Path) -> None:
    settings = (
        "from dataclasses import dataclass\n\n\n@dataclass{}\nclass Settings:\n"
        "    kept: int = 0\n    {new}: int = 0\n    _{new}: int = 0\n\n\n"
        "@dataclass\nclass Derived{base}:\n    {new}: int = 0\n"
    )
    texts = {
        "1.0.1": settings.format("", new="dropped", base=""),
        "1.1.0": settings.format("(frozen=True)", new="added", base="(Base)"),  # which may have `dropped`
    }
    _packages(tmp_path, texts)
    assert [line for line in made(tmp_path, "accelerate") if "(" in line] == ["accelerate.Settings(dropped) 1.0 1.1 -"]


def test_removed_arguments_are_read() -> None:
    assert removed_arguments("transformers.Trainer")["tokenizer"].rename == "processing_class"
    both = removed_arguments("transformers.TrainingArguments")
    assert both["evaluation_strategy"].instead == "use `eval_strategy`"
    assert removed_arguments("transformers.Seq2SeqTrainingArguments") == both
    assert removed_arguments("torch.no_such_function") == {}
