"""Objects that hold settings under names, and the fields of dataclasses: what their documentation promises."""

from __future__ import annotations

from torchlint.knowledge.effects import LibraryModel
from torchlint.knowledge.frameworks.rows import handled

MODEL = LibraryModel(
    tuple(
        "addict attr attrs attrdict box dataclasses easydict fvcore ml_collections munch omegaconf types yacs".split()
    ),
    calls={
        **handled("SimpleNamespace EasyDict AttrDict CfgNode ConfigDict Munch munchify Box addict.Dict", "settings"),
        **handled("OmegaConf.create DictConfig", "settings"),
        **handled("dataclasses.field attrs.field attr.field attr.ib", "field"),
    },
)
