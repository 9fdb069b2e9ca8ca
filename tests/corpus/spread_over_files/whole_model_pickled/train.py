"""A trainer that saves its model whole, and one that saves the state."""

from torch import nn
from io_utils import save


class Trainer:
    def __init__(self):
        self.model = nn.Linear(2, 2)

    def finish(self):
        save(self.model, "model.pt")  # finding: is pickled whole
        save({"epoch": 1, "net": self.model}, "all.pt")
        save(self.model.state_dict(), "sd.pt")
        save({"net": self.model.state_dict()}, "sd.pt")


Trainer().finish()
