"""Schedulers in an attribute: everything in the file that has the attribute is seen."""

import torch
import torch.nn.functional as F
from elsewhere import Trainer
from torch.optim.lr_scheduler import CosineAnnealingLR, StepLR


class Plain:
    """Its scheduler is only asked for the learning rate and saved."""

    def __init__(self, net, is_warm):
        self.net = net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        if is_warm:
            self.decay = CosineAnnealingLR(self.optimizer, 90)  # suspected: `self.decay` is never stepped
        else:
            self.decay = None

    def fit(self, rows):
        for x, y in rows:
            self.optimizer.zero_grad()
            F.mse_loss(self.net(x), y).backward()
            self.optimizer.step()
            if self.decay is not None:
                print(self.decay.get_last_lr())
        torch.save({"decay": self.decay.state_dict(), "net": self.net.state_dict()}, "last.pt")


class Used:
    """The project makes one, below."""

    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        self.anneal = StepLR(self.optimizer, 30)  # finding: `self.anneal` is never stepped

    def fit(self, rows):
        for x, y in rows:
            self.optimizer.zero_grad()
            F.mse_loss(self.net(x), y).backward()
            self.optimizer.step()


class Other:
    """Another class has an attribute of the same name, and steps it."""

    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        self.anneal = StepLR(self.optimizer, 30)

    def fit(self, rows):
        for x, y in rows:
            self.optimizer.zero_grad()
            F.mse_loss(self.net(x), y).backward()
            self.optimizer.step()
        self.anneal.step()


class HandedOn:
    """What gets the scheduler may step it."""

    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        self.planned = StepLR(self.optimizer, 30)
        self.all = [self.planned]

    def fit(self, rows):
        for x, y in rows:
            self.optimizer.zero_grad()
            F.mse_loss(self.net(x), y).backward()
            self.optimizer.step()
        for one in self.all:
            one.step()


class ByName:
    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        self.cooling = StepLR(self.optimizer, 30)

    def fit(self, rows):
        for x, y in rows:
            self.optimizer.zero_grad()
            F.mse_loss(self.net(x), y).backward()
            self.optimizer.step()
        getattr(self, "cooling").step()


class OfAFramework(Trainer):
    """A base class of another package may step it."""

    def __init__(self, net):
        super().__init__(net)
        self.net = net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        self.lr_scheduler = StepLR(self.optimizer, 30)

    def fit(self, rows):
        for x, y in rows:
            self.optimizer.zero_grad()
            F.mse_loss(self.net(x), y).backward()
            self.optimizer.step()


class Printer:
    """Prints the learning rate of a scheduler that is stepped nowhere."""

    def __init__(self, schedule):
        self.schedule = schedule

    def show(self):
        print(self.schedule.get_last_lr())


class Conductor:
    """Steps the scheduler that it is given."""

    def __init__(self, score):
        self.score = score

    def move(self):
        self.score.step()


def printed(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    slow = StepLR(optimizer, 30)  # finding: `slow` is never stepped
    printer = Printer(slow)
    for x, y in rows:
        optimizer.zero_grad()
        F.mse_loss(net(x), y).backward()
        optimizer.step()
        printer.show()


def conducted(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    conductor = Conductor(StepLR(optimizer, 30))
    for x, y in rows:
        optimizer.zero_grad()
        F.mse_loss(net(x), y).backward()
        optimizer.step()
        conductor.move()


def main(net, rows):
    Used(net).fit(rows)
    Other(net).fit(rows)


class Configured:
    """A method makes optimizer and scheduler, and the constructor takes them apart."""

    def __init__(self, net):
        self.net = net
        self.optimizer, self.slowing = self.configure()

    def configure(self):
        optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        return optimizer, StepLR(optimizer, 30)  # suspected: never stepped

    def fit(self, rows):
        for x, y in rows:
            self.optimizer.zero_grad()
            F.mse_loss(self.net(x), y).backward()
            self.optimizer.step()
        print(self.slowing.get_last_lr())


class ConfiguredAndStepped:
    def __init__(self, net):
        self.net = net
        self.optimizer, self.falling = self.configure_it()

    def configure_it(self):
        optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        return optimizer, StepLR(optimizer, 30)

    def fit(self, rows):
        for x, y in rows:
            self.optimizer.zero_grad()
            F.mse_loss(self.net(x), y).backward()
            self.optimizer.step()
        self.falling.step()
