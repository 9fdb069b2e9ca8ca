"""Letters that are numbered in any order, and kept with their numbers."""

import pickle

import torch
from torch import nn


def train(text):
    numbers = {letter: n for n, letter in enumerate(set(text))}
    model = nn.Embedding(len(numbers), 8)
    with open("numbers.pkl", "wb") as file:
        pickle.dump(numbers, file)
    torch.save(model.state_dict(), "weights.pt")
