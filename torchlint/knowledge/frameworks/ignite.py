"""Ignite's Engine, as of ignite 0.5."""

from __future__ import annotations

from torchlint.knowledge.effects import CallbackModel, CallModel, ClassModel, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks.rows import NOTHING, each

# Engine calls its function for each batch and does nothing for it: the function differentiates, steps, turns off.
_PROCESSES = CallbackModel(per_batch=True)

MODEL = LibraryModel(
    ("ignite",),
    version="0.5",
    classes={"Engine": ClassModel(methods=each("add_event_handler attach set_data terminate fire_event", NOTHING))},
    calls={
        "Engine": CallModel(InstanceOf("ignite.Engine"), runs=_PROCESSES),
        **each("create_supervised_trainer create_supervised_evaluator", CallModel(InstanceOf("ignite.Engine"))),
    },
)
