import torch
import torch.nn.functional as F
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm, self.out = nn.LSTM(4, 8), nn.Linear(8, 2)

    def forward(self, x, state=None):
        h, state = self.lstm(x, state)
        return self.out(h), state


def from_nothing(batches):
    model = Model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    state = None
    for x, y in batches:
        out, state = model(x, state)  # finding: `state` carries the graphs of all earlier steps
        loss = F.mse_loss(out, y)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()


def of_a_cell(batches):
    cell = nn.GRUCell(4, 8)
    optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)
    h = torch.zeros(1, 8)
    for x, y in batches:
        h = cell(x, h)  # finding: `h` carries the graphs of all earlier steps
        optimizer.zero_grad()
        F.mse_loss(h, y).backward()
        optimizer.step()


def carried_through_epochs(loader):
    model = Model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    state = None
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            out, state = model(x, state)  # finding: `state` carries
            F.mse_loss(out, y).backward()
            optimizer.step()


def of_two_states(batches):
    lstm = nn.LSTM(4, 8)
    optimizer = torch.optim.SGD(lstm.parameters(), lr=0.1)
    h, c = torch.zeros(1, 1, 8), torch.zeros(1, 1, 8)
    for x, y in batches:
        out, (h, c) = lstm(x, (h, c))  # finding: `h` carries the graphs of all earlier steps
        optimizer.zero_grad()
        F.mse_loss(out, y).backward(retain_graph=True)
        optimizer.step()


def of_two_states_detached(batches):
    lstm = nn.LSTM(4, 8)
    optimizer = torch.optim.SGD(lstm.parameters(), lr=0.1)
    h, c = torch.zeros(1, 1, 8), torch.zeros(1, 1, 8)
    for x, y in batches:
        out, (h, c) = lstm(x, (h.detach(), c.detach()))
        optimizer.zero_grad()
        F.mse_loss(out, y).backward()
        optimizer.step()


class Language(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm, self.out = nn.LSTM(4, 8), nn.Linear(8, 2)

    def forward(self, x, state):
        h, state = self.lstm(x, state)
        return self.out(h), state

    def start(self, size):
        like = next(self.parameters())
        return like.new_zeros(1, size, 8), like.new_zeros(1, size, 8)


def from_a_pair(batches):
    model = Language()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    state = model.start(4)
    for x, y in batches:
        optimizer.zero_grad()
        out, state = model(x, state)  # finding: `state` carries the graphs of all earlier steps
        F.mse_loss(out, y).backward(retain_graph=True)
        optimizer.step()


def copied_with_its_graph(batches):
    model = Language()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    state = model.start(4)
    for x, y in batches:
        state = tuple([part.clone() for part in state])
        out, state = model(x, state)  # finding: `state` carries the graphs of all earlier steps
        optimizer.zero_grad()
        F.mse_loss(out, y).backward(retain_graph=True)
        optimizer.step()


def ended_by_a_mask(batches):
    cell = nn.GRUCell(4, 8)
    optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)
    h = torch.zeros(1, 8)
    for x, y, goes_on in batches:
        h = cell(x, h)  # finding: `h` carries the graphs of all earlier steps
        optimizer.zero_grad()
        F.mse_loss(h, y).backward(retain_graph=True)
        optimizer.step()
        h = h * goes_on
