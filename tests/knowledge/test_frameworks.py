"""What frameworks promise, in programs as people write them: reveals, and the findings that hold or do not."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

from tests.flow.test_reveal import reveals
from tests.rule_folders import marks
from torchlint.files.source import Source
from torchlint.flow import fixpoint, framework_effects
from torchlint.knowledge import frameworks
from torchlint.knowledge.effects import CallModel, Handler, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks import FILES, library_models
from torchlint.knowledge.lookup import BUILT_IN
from torchlint.lint import check
from torchlint.reading import read_source
from torchlint.rule import Rule

FILE_NAMES = sorted(
    path.stem for path in Path(frameworks.__file__).parent.glob("*.py") if path.stem not in ("__init__", "rows")
)
PROGRAMS = sorted((Path(__file__).parent.parent / "frameworks").glob("*.py"))
each_program = pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)


@each_program
def test_values_are_what_frameworks_make_of_them(path: Path) -> None:
    found = reveals(read_source(str(path)).text)
    assert found
    wrong = [
        f"{path.name}:{one.row}: `{one.expression}` is `{one.found}`, not `{one.expected}`"
        for one in found
        if one.found != one.expected
    ]
    assert not wrong, "\n" + "\n".join(wrong)


@each_program
def test_findings_are_those_that_hold_under_the_framework(path: Path, pack: dict[str, Rule]) -> None:
    source = read_source(str(path))
    lines = source.text.splitlines()
    found = {
        (source.text.count("\n", 0, f.span.start) + 1, f.message, f.sure)
        for f in check(source, [rule for rule in pack.values() if rule.default]).findings
    }
    expected = marks(source.text)
    missing = [m for m in expected if not any(r == m.row and m.says in text and s == m.sure for r, text, s in found)]
    surplus = [(r, text, s) for r, text, s in found if not any(r == m.row and m.says in text for m in expected)]
    assert not missing, [(m, lines[m.row - 1]) for m in missing]
    assert not surplus, [(row, text, lines[row - 1]) for row, text, _ in surplus]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("pytorch_lightning.LightningModule", "lightning.LightningModule"),
        ("pytorch_lightning.core.lightning.LightningModule", "lightning.LightningModule"),
        ("lightning.pytorch.LightningModule", "lightning.LightningModule"),
        ("lightning.LightningModule", "lightning.LightningModule"),
        (".base.LightningModule", "lightning.LightningModule"),
        ("lightning.fabric.Fabric", "lightning.fabric.Fabric"),
        ("lightning.Fabric", "lightning.fabric.Fabric"),
        ("transformers.trainer.Trainer", "transformers.Trainer"),
        ("torchmetrics.classification.BinaryAUROC", "torchmetrics.Metric"),
        ("torchmetrics.functional.accuracy", ""),
        (".engine.Engine", ""),
        ("redis.Redis", ""),
        ("pandas.DataFrame", ""),
        ("lightningbolt.Trainer", ""),
    ],
)
def test_a_class_is_known_wherever_it_is_imported_from(name: str, kind: str) -> None:
    assert BUILT_IN.class_name(name) == kind


@pytest.mark.parametrize(
    ("name", "gives"),
    [
        ("transformers.AutoModelForCausalLM.from_pretrained", "module"),
        ("transformers.BertModel", "module"),
        ("transformers.models.bert.modeling_bert.BertForMaskedLM", "module"),
        ("torch_geometric.loader.RandomNodeLoader", "loader"),
        ("torch_geometric.nn.GCNConv", "module"),
        ("torchvision.models.resnet18", "module"),
        (".data.FaceDataLoader", "loader"),
        ("timm.optim.AdamP", "optimizer"),
    ],
)
def test_a_call_gives_what_the_framework_says(name: str, gives: str) -> None:
    found = BUILT_IN.call_model(name)
    assert found is not None
    assert found.gives == gives


@pytest.mark.parametrize(
    "name",
    [
        "transformers.DataCollatorForLanguageModeling",
        "transformers.modeling_outputs.BaseModelOutput",
        "transformers.AutoTokenizer.from_pretrained",
        "torchvision.models._helper",
        "timm.models.features.FeatureInfo",
        "cupy.array",
        "torch.nn.functional.relu",
        "torch.utils.data.DataLoader",
        "apex.initialize",
    ],
)
def test_other_calls_are_not_promised(name: str) -> None:
    assert BUILT_IN.call_model(name) is None


def test_what_a_step_promises() -> None:
    """What code that records training events needs to know: who differentiates, steps and zeroes."""
    (module,) = BUILT_IN.class_models(["pytorch_lightning.LightningModule", "torch.nn.Module"])
    automatic = module.callbacks["training_step"]
    assert automatic.differentiates
    assert automatic.steps
    assert automatic.zeroes_gradients
    assert "configure_optimizers" not in module.callbacks
    evaluated = module.callbacks["validation_step"]
    assert (evaluated.mode, evaluated.differentiates) == ("eval", False)


def test_each_file_is_found_by_the_packages_that_it_is_about() -> None:
    models = {
        file: __import__(f"torchlint.knowledge.frameworks.{file}", fromlist=["MODEL"]).MODEL for file in FILE_NAMES
    }
    packages = {name.partition(".")[0] for model in models.values() for name in model.packages}
    assert packages == set(FILES)
    for file, model in models.items():
        for name in model.packages:
            assert model in library_models(name.partition(".")[0]), f"{file} is not looked into for {name}"


def test_each_handler_exists_and_is_named_by_a_row() -> None:
    """The interpreter looks handlers up by these words."""
    rows = [
        row
        for file in FILE_NAMES
        for model in [import_module(f"{frameworks.__name__}.{file}").MODEL]
        for row in _calls(model)
    ]
    assert {row.handler for row in rows} == set(get_args(Handler))
    assert fixpoint.HANDLERS, "importing them registers theirs"
    assert set(framework_effects._HANDLERS) == set(get_args(Handler)) - {""}


def _calls(model: LibraryModel) -> list[CallModel]:
    of_classes = [row for cls in model.classes.values() for row in (*cls.methods.values(), *cls.attributes.values())]
    return [*of_classes, *model.calls.values(), *model.patterns.values()]


def test_each_class_that_a_row_speaks_of_has_a_row() -> None:
    for package in FILES:
        for model in library_models(package):
            held = [
                row for each in model.classes.values() for row in (*each.methods.values(), *each.attributes.values())
            ]
            for row in (*held, *model.calls.values(), *model.patterns.values()):
                for given in row.gives if isinstance(row.gives, tuple) else (row.gives,):
                    assert not isinstance(given, InstanceOf) or BUILT_IN.class_model(given) is not None, given


def test_what_is_a_module() -> None:
    assert BUILT_IN.is_module_class("transformers.BertPreTrainedModel")
    assert BUILT_IN.is_module_class("timm.models.vision_transformer.VisionTransformer")
    assert BUILT_IN.is_module_class("torchvision.models.resnet.ResNet")
    assert not BUILT_IN.is_module_class("torchvision.models.resnet18")  # a factory makes one and is none
    assert not BUILT_IN.is_module_class("transformers.Trainer")
    assert not BUILT_IN.is_module_class("torchmetrics.Metric")  # one in PyTorch's eyes, but nothing in it is trained


def test_an_object_of_one_of_two_frameworks_is_read(pack: dict[str, Rule]) -> None:
    text = (
        "import accelerate\nimport torch\nfrom lightning.fabric import Fabric\n"
        "helper = accelerate.Accelerator() if torch.cuda.is_available() else Fabric()\n"
        "model = helper.prepare(torch.nn.Linear(1, 1))\nprint(model(torch.ones(1)))\n"
    )
    assert "torchlint-error" not in {f.rule for f in check(Source("both.py", text), tuple(pack.values())).findings}
