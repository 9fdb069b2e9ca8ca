"""Loops over time inside of a model: what they collect is one graph, whoever starts them."""

import torch
from torch import nn

from cells import Cell


class Decoder(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.cell, self.out = Cell(width), nn.Linear(width, width)

    def start(self, memory):
        self.attention_total = torch.zeros(memory.shape[0], memory.shape[1])
        self.alignments = []

    def decode(self, x, memory):
        hidden, weights = self.cell(x, memory)
        self.attention_total += weights
        self.alignments.append(weights)
        return self.out(hidden), weights

    def forward(self, memory, target):
        self.start(memory)
        outputs, alignments = [], []
        for step in range(target.shape[1]):
            output, weights = self.decode(target[:, step], memory)
            outputs.append(output)
            alignments.append(weights)
        return torch.stack(outputs, 1), torch.stack(alignments, 1)

    @torch.no_grad()
    def infer(self, memory, longest=5):
        return self.generate(memory, longest)

    def generate(self, memory, longest):
        self.start(memory)
        x, outputs = memory[:, 0], []
        while len(outputs) < longest:
            x, _ = self.decode(x, memory)
            outputs.append(x)
        return torch.stack(outputs, 1)
