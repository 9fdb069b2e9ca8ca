"""Rounds of federated learning: `client.train(net=...)` is no switch but trains, so that `train()` before it is right."""

import copy

import torch
from somewhere import Client, average, score
from torch import nn


def rounds(path, shards, batches):
    model = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1), nn.Linear(4, 4))
    model.train()
    model.load_state_dict(torch.load(path, weights_only=True))
    for shard in shards:
        clients = [Client(rows) for rows in shard]
        model.load_state_dict(average([client.train(net=copy.deepcopy(model)) for client in clients]))
        print(score(model, batches))
