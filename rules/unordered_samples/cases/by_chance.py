"""A list that is shuffled without a seed: chance decides, and is meant to."""

import os
import random

import torch


def another_split_each_time(root, count):
    names = os.listdir(root)
    random.shuffle(names)
    return names[:count], names[count:]


def cut_as_it_comes(root, count):
    files = os.listdir(root)  # finding: split in two
    return [torch.load(name) for name in files[:count]], files[count:]
