"""Outputs with names, single outputs, and tuples that are no model's output."""

from collections import namedtuple
from dataclasses import dataclass
from typing import NamedTuple

import torch
import torch.nn as nn
from torch.utils.data import Dataset


class Output(NamedTuple):
    logits: torch.Tensor
    embedding: torch.Tensor


Older = namedtuple("Older", ["logits", "embedding"])


@dataclass
class Data:
    logits: torch.Tensor
    embedding: torch.Tensor


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(16, 8), nn.Linear(8, 3)


class Named(Base):
    def forward(self, x):
        embedding = self.body(x)
        return Output(self.head(embedding), embedding)


class NamedOlder(Base):
    def forward(self, x):
        embedding = self.body(x)
        return Older(logits=self.head(embedding), embedding=embedding)


class Dict(Base):
    def forward(self, x):
        embedding = self.body(x)
        return {"logits": self.head(embedding), "embedding": embedding}


class DataClass(Base):
    def forward(self, x):
        embedding = self.body(x)
        return Data(self.head(embedding), embedding)


class Single(Base):
    def forward(self, x):
        return self.head(self.body(x))


class Joined(Base):
    def forward(self, x):
        embedding = self.body(x)
        return torch.cat((self.head(embedding), embedding), dim=1)


class OtherMethods(Base):
    """Only `forward` is what callers of the model see."""

    def encode(self, x):
        embedding = self.body(x)
        return embedding, embedding.norm(dim=-1)

    def training_step(self, batch):
        x, y = batch
        logits = self(x)
        return nn.functional.cross_entropy(logits, y), logits

    def forward(self, x):
        embedding, norm = self.encode(x)
        return self.head(embedding / norm[:, None])


class Pairs(Dataset):
    """A pair of an input and a target is a tuple by convention."""

    def __len__(self):
        return 4

    def __getitem__(self, index):
        return torch.randn(16), index % 3


class NotAModule:
    def forward(self, x):
        return x, len(x)


class Nested(Base):
    def forward(self, x):
        def split(row):
            return row[:4], row.norm()

        first, norm = split(self.body(x)[0])
        return self.head(self.body(x)) + first.sum() + norm


def main():
    x = torch.randn(2, 16)
    outputs = [model(x) for model in (Named(), NamedOlder(), Dict(), DataClass(), Single(), Joined(), Nested())]
    return outputs, OtherMethods()(x), Pairs()[0], NotAModule().forward([1])


if __name__ == "__main__":
    main()
