"""The function that is called from outside trains by way of another one, whose name begins with its own."""

import torch
from torch import nn


def learn_once(tagger, pictures_and_tags, optimizer):
    tagger.train()
    for pictures, tags in pictures_and_tags:
        optimizer.zero_grad()
        nn.functional.cross_entropy(tagger(pictures), tags).backward()  # finding: of `tagger` is frozen, but its
        optimizer.step()


def learn(tagger, pictures_and_tags):
    optimizer = torch.optim.Adam(tagger.parameters())
    for _ in range(10):
        learn_once(tagger, pictures_and_tags, optimizer)
