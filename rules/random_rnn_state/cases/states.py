"""Initial states of recurrent layers, drawn at random in each call, next to others."""

import torch
from torch import nn
from torch.autograd import Variable


class Tagger(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.size = size
        self.lstm = nn.LSTM(8, size, bidirectional=True)
        self.hidden = self.init_hidden()

    def init_hidden(self):
        return (
            torch.randn(2, 1, self.size),  # finding: makes `self.lstm` begin at random
            Variable(torch.rand(2, 1, self.size)).cuda(),  # finding: begin at random in each call
        )

    def features(self, x):
        self.hidden = self.init_hidden()
        out, self.hidden = self.lstm(x, self.hidden)
        return out


class DrawnOnce(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.lstm = nn.LSTM(8, size)
        self.hidden = (torch.randn(1, 1, size), torch.randn(1, 1, size))
        self.learned = nn.Parameter(torch.randn(1, 1, size))
        self.gru = nn.GRU(8, size)

    def forward(self, x):
        out, _ = self.lstm(x, self.hidden)
        return out + self.gru(x, self.learned.repeat(1, x.size(1), 1))[0]


class ByOption(nn.Module):
    def __init__(self, size, kind):
        super().__init__()
        if kind == "lstm":
            self.rnn = nn.LSTM(8, size)
        else:
            self.rnn = nn.GRU(8, size)
        self.rnn = self.rnn.double()
        self.mixed = nn.Linear(8, size)
        self.size = size

    def forward(self, x):
        h = 0.1 * torch.randn(1, x.size(1), self.size).to(x.device)  # finding: begin at random in each call
        noisy = self.mixed(x + torch.randn(1, 1, 8))
        return noisy + self.rnn(x, hx=h.double())[0]


class Cells(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.cell = nn.GRUCell(8, size)
        self.other = nn.GRUCell(8, size)
        self.size = size

    def forward(self, steps, state=None):
        if state is None:
            state = torch.randn(steps.size(1), self.size)  # finding: begin at random in each call
        zeros = torch.zeros(steps.size(1), self.size)
        for x in steps:
            state = self.cell(x, state)
            zeros = self.other(x, zeros)
        return state + zeros


class InTrainingOnly(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.gru, self.size = nn.GRU(8, size), size

    def forward(self, x, is_random):
        if self.training:
            h = torch.randn(1, x.size(1), self.size)
        else:
            h = torch.zeros(1, x.size(1), self.size)
        g = torch.randn(1, x.size(1), self.size) if is_random else None  # suspected: begin at random in each call
        return self.gru(x, h)[0] + self.gru(x, g)[0]


class Reset(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.gru, self.size = nn.GRU(8, size), size
        self.state = None

    def reset(self, count):
        self.state = torch.randn(1, count, self.size)  # suspected: begin at random in each call

    def forward(self, x):
        out, self.state = self.gru(x, self.state)
        return out


class Decoder(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.cell, self.size = nn.GRUCell(8, size), size

    def forward(self, x, mean, spread):
        state = mean + torch.exp(0.5 * spread) * torch.randn_like(mean)
        return self.cell(x, state)

    def masked(self, x, state):
        return self.cell(x, state * torch.rand_like(state).round())

    def evaluated(self, x):
        if not self.training:
            return self.cell(x)
        return self.cell(x, torch.randn(len(x), self.size))

    def count_flops(self, x):
        return self.cell(x, torch.randn(len(x), self.size))  # suspected: begin at random in each call


class NoiseGenerator(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.gru, self.size = nn.GRU(8, size), size

    def forward(self, x):
        return self.gru(x, torch.randn(1, x.size(1), self.size))[0]  # suspected: begin at random in each call


def look():
    gru = nn.GRU(8, 4)
    return gru(torch.randn(3, 2, 8), torch.randn(1, 2, 4))
