"""What is given the options does not say what they hold."""

import torch
from torch.utils.data import DataLoader, TensorDataset


def data():
    return TensorDataset(torch.randn(8, 4), torch.zeros(8, dtype=torch.long))


class Run:
    def __init__(self, options):
        self.options = options
        self.network = options.network_class()
        self.other = options.network_class()

    def start(self):
        loader = DataLoader(data(), batch_size=4)
        optimizer = self.options.optimizer_class(self.network.parameters(), lr=self.options.rate)
        for x, y in loader:
            optimizer.zero_grad()
            self.options.loss(self.network(x), y).backward()
            optimizer.step()
        self.other.load_state_dict(self.network.state_dict())
        self.other.eval()
        return self.right(loader), self.right_of_other(loader)

    def right(self, loader):
        right = 0
        with torch.no_grad():
            for x, y in loader:
                right += (self.network(x).argmax(1) == y).sum().item()  # finding: evaluated in train mode
        return right

    def right_of_other(self, loader):
        right = 0
        with torch.no_grad():
            for x, y in loader:
                right += (self.other(x).argmax(1) == y).sum().item()
        return right


class Kept:
    """Keeps all that it is given, and its own `loss` is that of the options."""

    def __init__(self, **options):
        for name, value in options.items():
            setattr(self, name, value)

    def score(self, x, y):
        return self.loss(x.softmax(1), y)  # finding: `CrossEntropyLoss` applies softmax itself


class Shown:
    """Has the options as attributes, save for the loss."""

    def __init__(self, options, loss):
        self.__dict__.update(vars(options))
        self.measure = loss

    def score(self, x, y):
        return self.measure(x.log_softmax(1), y), self.loss(x, y)
