"""A trainer that always asks for `.module`."""

import torch
from base import Base


class Trainer(Base):
    def save(self):
        torch.save(self.model.module.state_dict(), "m.pt")  # suspected: raises an AttributeError where the model is not wrapped

    def save_fine(self):
        torch.save(self.net().state_dict(), "m.pt")


def main(args):
    t = Trainer(torch.nn.Linear(2, 2), args)
    t.save()
    t.save_fine()
