"""Checkpoints with a number that NumPy has computed, and graphs that a dataset of PyG has processed."""

import numpy as np
import torch
from torch_geometric.data import Data, InMemoryDataset


class Metric:
    def __init__(self):
        self.matrix = np.zeros((5, 5))

    def scores(self):
        iou = np.diag(self.matrix) / self.matrix.sum(0)
        return iou, np.nanmean(iou)


def save(model, epoch, score, path):
    torch.save({"epoch": epoch, "score": score, "model": model.state_dict()}, path)


def load(model, path):
    state = torch.load(path)  # suspected: a number of NumPy's; save `float(score)`
    model.load_state_dict(state["model"])
    return state["epoch"], state["score"]


def save_plain(model, step, best, path):
    torch.save({"step": step, "best": float(best), "model": model.state_dict()}, path)


def load_plain(model, path):
    state = torch.load(path)
    model.load_state_dict(state["model"])
    return state["step"], state["best"]


def run(model, metric, path):
    best = 0.0
    for epoch in range(10):
        iou, mean = metric.scores()
        if mean > best:
            best = mean
            save(model, epoch, best, path)
            save_plain(model, epoch, best, path)
    return load(model, path), load_plain(model, path)


class Molecules(InMemoryDataset):
    def __init__(self, root):
        super().__init__(root)
        self.data, self.slices = torch.load(self.processed_paths[0])  # suspected: the file holds graphs

    def process(self):
        torch.save(self.collate([Data(x=torch.ones(2, 3))]), self.processed_paths[0])


class Trusted(InMemoryDataset):
    def __init__(self, root):
        super().__init__(root)
        self.data, self.slices = torch.load(self.processed_paths[0], weights_only=False)
        self.weights = torch.load("weights.pt")
