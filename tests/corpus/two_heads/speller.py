"""Two halves, and the whole that is given both: what the halves return is between the three."""

import torch
from torch import nn
from torch.nn import functional as F


class Reader(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gru = nn.GRU(4, width)

    def forward(self, frames):
        return self.gru(frames)


class Writer(nn.Module):
    def __init__(self, width, letters):
        super().__init__()
        self.cell, self.out = nn.GRUCell(width, width), nn.Linear(width, letters)

    def forward(self, context, state):
        state = self.cell(context, state)
        weights = F.softmax(state, dim=1)
        scores = self.out(state)
        return scores, state.detach(), weights


class Speller(nn.Module):
    def __init__(self, reader, writer):
        super().__init__()
        self.reader, self.writer = reader, writer

    def forward(self, frames, length):
        heard, state = self.reader(frames)
        state, spelt = state[-1], []
        for _ in range(length):
            scores, state, weights = self.writer(heard.mean(0), state)
            spelt.append(scores + weights.mean())
        return torch.stack(spelt)


class Scorer(nn.Module):
    """Stands alone in the file beside."""

    def __init__(self):
        super().__init__()
        self.score, self.length = nn.Linear(4, 8), nn.Conv1d(4, 1, 1)

    def forward(self, frames):
        return self.score(frames), self.length(frames.transpose(1, 2))  # finding: returns 2 different things


class Looker(nn.Module):
    """Given to a whole that stands in another file."""

    def __init__(self):
        super().__init__()
        self.weigh = nn.Linear(4, 1)

    def forward(self, frames):
        scores = self.weigh(frames)
        return scores.softmax(0), scores
