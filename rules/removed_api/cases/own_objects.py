"""Objects of the program's own, loaded where there is a file, and made where there is none."""

import os

import torch


class Memory:
    def __init__(self, size):
        self.size, self.steps, self.rows = size, 0, []


class Counts(dict):
    total = 0


def resumed(path):
    if os.path.exists(path):
        memory = torch.load(path)  # finding: the file holds an object of a class of the project
        print(memory.steps)
    else:
        memory = Memory(100)
    return memory


def only_the_rows(path):
    memory = Memory(100)
    if os.path.exists(path):
        rows = torch.load(path)
        memory.rows = rows
    print(memory.steps)
    return memory


def rows_first(path):
    if os.path.exists(path):
        memory = torch.load(path)
        memory = Memory(len(memory))
        print(memory.steps)
    else:
        memory = Memory(100)
    return memory


def counted(path):
    if os.path.exists(path):
        counts = torch.load(path)
        print(counts.total)
    else:
        counts = Counts()
    return counts
