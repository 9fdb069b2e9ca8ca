"""Meta's protein language models, as of fair-esm 2.0."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, ClassModel, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks.rows import RUNS_MODEL, classes, each

_PROTEINS = InstanceOf("esm.ESM2")

MODEL = LibraryModel(
    ("esm",),
    version="2.0",
    classes={
        **classes(
            "ESM2 ProteinBertModel MSATransformer", ClassModel(role="module", methods={"predict_contacts": RUNS_MODEL})
        ),
        # It predicts structures under no_grad.
        "ESMFold": ClassModel(
            role="module", methods=each("infer infer_pdb infer_pdbs", CallModel("unknown", detaches=True))
        ),
    },
    patterns={
        r"pretrained\.(?:load_model_and_alphabet\w*|esm(?!fold)\w+)": CallModel(
            (_PROTEINS, "unknown"), mode="train", pretrained=True
        ),
        r"pretrained\.esmfold\w+": CallModel(InstanceOf("esm.ESMFold"), mode="train", pretrained=True),
    },
)
