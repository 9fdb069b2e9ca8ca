"""What is taken out of sets."""

import numpy as np
import torch
from torch.utils.data import Dataset


def halves(rows):
    users = list({str(row["user"]) for row in rows})  # finding: split in two, but its order differs in every process
    return users[:10], users[10:]


def halves_of_what_may_be_numbers(users):
    names = list(set(users))  # suspected: split in two
    return names[:10], names[10:]


def halves_of_numbers(total, taken):
    left = list(set(range(total)) - set(taken))
    return left[:10], left[10:]


def halves_of_drawn(taken):
    left = list(set(np.random.randint(0, 10, 5)) - set(taken))
    return left[:10], left[10:]


def shares(lines, rank, world_size):
    prompts = list(set(line.strip() for line in lines))  # finding: divided among processes
    return prompts[rank::world_size]


def shares_in_order(lines, rank, world_size):
    prompts = list(dict.fromkeys(line.strip() for line in lines))
    return prompts[rank::world_size]


class Clusters(Dataset):
    def __init__(self, graphs):
        self.graphs = {}
        self.clusters = list(set(graph.cluster for graph in graphs))  # suspected: numbered
        self.kinds = set(graph.kind for graph in graphs)
        for graph in graphs:
            self.graphs.setdefault(graph.cluster, []).append(graph)

    def __getitem__(self, index):
        return torch.tensor(len(self.graphs[self.clusters[index]]))


class ClustersSorted(Dataset):
    def __init__(self, graphs):
        self.clusters = sorted(set(graph.cluster for graph in graphs))

    def __getitem__(self, index):
        return self.clusters[index]


class LookedUp(Dataset):
    def __init__(self, names, allowed):
        self.names = [name for name in names if name in set(allowed)]

    def __getitem__(self, index):
        return self.names[index]
