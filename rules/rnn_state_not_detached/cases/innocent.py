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


def detached(batches):
    model = Model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    state = None
    for x, y in batches:
        if state is not None:
            state = tuple(s.detach() for s in state)
        out, state = model(x, state)
        optimizer.zero_grad()
        F.mse_loss(out, y).backward()
        optimizer.step()


def repackage(state):
    if isinstance(state, torch.Tensor):
        return state.detach()
    return tuple(repackage(s) for s in state)


def repackaged(batches, start):
    model = Model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    state = start
    for x, y in batches:
        state = repackage(state)
        out, state = model(x, state)
        optimizer.zero_grad()
        F.mse_loss(out, y).backward()
        optimizer.step()


def every_few_steps(batches):
    cell = nn.GRUCell(4, 8)
    optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)
    h, loss = torch.zeros(1, 8), 0
    for number, (x, y) in enumerate(batches):
        h = cell(x, h)
        loss = loss + F.mse_loss(h, y)
        if number % 8 == 7:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            h, loss = h.detach(), 0


def one_sequence_per_step(batches):
    cell = nn.GRUCell(4, 8)
    optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)
    for x, y in batches:
        h = torch.zeros(1, 8)
        for t in range(x.size(0)):
            h = cell(x[t], h)
        optimizer.zero_grad()
        F.mse_loss(h, y).backward()
        optimizer.step()


def started_anew(batches):
    model = Model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in batches:
        out, state = model(x)
        out, state = model(x, state)
        optimizer.zero_grad()
        F.mse_loss(out, y).backward()
        optimizer.step()


def without_gradients(batches):
    model = Model()
    state = None
    with torch.no_grad():
        for x, _ in batches:
            out, state = model(x, state)
    return out


def inputs_that_change(image, target):
    model = nn.Linear(4, 2)
    for _ in range(10):
        image = image.detach().requires_grad_()
        loss = F.mse_loss(model(image), target)
        loss.backward()
        image = image - 0.1 * image.grad


def rolled_out(batches):
    model = nn.Linear(4, 4)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in batches:
        for _ in range(5):
            x = model(x)
        optimizer.zero_grad()
        F.mse_loss(x, y).backward()
        optimizer.step()


def copied_without_its_graph(batches):
    model = Model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    state = torch.zeros(1, 4, 8), torch.zeros(1, 4, 8)
    for x, y in batches:
        state = tuple([part.data for part in state])
        out, state = model(x, state)
        optimizer.zero_grad()
        F.mse_loss(out, y).backward()
        optimizer.step()


def begun_again(batches):
    cell = nn.GRUCell(4, 8)
    optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)
    h = torch.zeros(1, 8)
    for x, y, goes_on in batches:
        h = cell(x, h)
        optimizer.zero_grad()
        F.mse_loss(h, y).backward()
        optimizer.step()
        h = torch.zeros(1, 8) * goes_on
