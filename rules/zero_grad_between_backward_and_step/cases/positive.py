import torch
import torch.nn.functional as F


def in_a_loop(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        optimizer.zero_grad()  # finding: `optimizer.zero_grad()` clears the gradients that `optimizer.step()` should
        optimizer.step()


def by_the_model(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        net.zero_grad()  # finding: `net.zero_grad()` clears
        optimizer.step()


def only_use_says_what_it_is(net, optimizer, rows):
    for x, y in rows:
        loss = F.mse_loss(net(x), y)
        loss.backward()
        optimizer.zero_grad()  # finding: clears the gradients
        optimizer.step()


def scaled(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda")
    for x, y in rows:
        scaler.scale(F.mse_loss(net(x), y)).backward()
        optimizer.zero_grad()  # finding: the gradients that `scaler.step(optimizer)` should apply
        scaler.step(optimizer)
        scaler.update()


def before_the_next_batch(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.step()
        F.mse_loss(net(x), y).backward()
        optimizer.zero_grad()  # finding: should apply


def one_step(net, x, y):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    F.mse_loss(net(x), y).backward()
    optimizer.zero_grad()  # finding: should apply
    optimizer.step()


def both_ways(net, rows, half):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda")
    for x, y in rows:
        loss = F.mse_loss(net(x), y)
        if half:
            scaler.scale(loss).backward()
        else:
            loss.backward()
        optimizer.zero_grad()  # finding: clears the gradients
        if half:
            scaler.step(optimizer)
            scaler.update()
        else:
            optimizer.step()


def an_optimizer_that_may_be_given(rows, optimizer=None):
    net = torch.nn.Linear(8, 8)
    optimizer = optimizer or torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        net.zero_grad()  # finding: should apply
        optimizer.step()


class Player:
    """An optimizer for whichever model was chosen."""

    def __init__(self, is_wide):
        if is_wide:
            self.model = torch.nn.Linear(4, 1)
            self.optimizer = torch.optim.Adam(self.model.parameters())
        else:
            self.model = torch.nn.Linear(2, 1)
            self.optimizer = torch.optim.Adam(self.model.parameters())

    def update(self, x):
        loss = self.model(x).mean()
        loss.backward()
        self.optimizer.zero_grad()  # finding: clears the gradients that `self.optimizer.step()` should apply
        self.optimizer.step()
