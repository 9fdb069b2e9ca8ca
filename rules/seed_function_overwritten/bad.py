"""Draws noise that is meant to be the same in each run."""

import random

import torch

original = random.seed
random.seed = 3  # finding: replaces the function and seeds nothing
print(random.random(), torch.rand(1).item())
random.seed = original  # for what runs in this process afterwards
