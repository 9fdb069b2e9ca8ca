"""Options that become attributes of a class, which is made when the program runs, or that a class is made with."""

import argparse

import torch


class Made(type):
    def __new__(mcs, name, bases, members, **settings):
        return super().__new__(mcs, name, bases, members)


parser = argparse.ArgumentParser()
parser.add_argument("--width", type=int, default=4)
parser.add_argument("--rate", type=float, default=0.1)
parser.add_argument("--rounds", type=int, default=1)  # suspected: nothing reads `rounds`
args = parser.parse_args()
settings = type("Settings", (), vars(args))


class Model(metaclass=Made, args=(1, args)):
    layer = torch.nn.Linear(settings.width, 1)


optimizer = torch.optim.SGD(Model.layer.parameters(), lr=settings.rate)
