"""Settings by name, some of them losses."""

from dataclasses import dataclass, field
from types import SimpleNamespace

from easydict import EasyDict
from torch import nn
from yacs.config import CfgNode

settings = CfgNode()
settings.TRAIN = CfgNode()
settings.TRAIN.WEIGHT = 0.1
settings.TRAIN.LOSS = "cross-entropy"
easy = EasyDict()
easy.train = EasyDict()
easy.train.loss = nn.CrossEntropyLoss()
easier = EasyDict({"rate": 0.1, "parts": {"loss": nn.NLLLoss()}})
plain = SimpleNamespace(loss=nn.BCEWithLogitsLoss(), rate=0.1)


@dataclass
class Losses:
    first: nn.Module = field(default_factory=nn.CrossEntropyLoss)
    weight: float = 0.5


def load(path):
    found = settings.clone()
    found.merge_from_file(path)
    return found
