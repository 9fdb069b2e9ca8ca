"""Samples of several lengths, encoded one by one and stacked."""

import torch


def styles(encoder, clips, lengths):
    found = []
    for place in range(len(lengths)):
        found.append(encoder(clips[place, :, : lengths[place]].unsqueeze(0)))
    return torch.stack(found).squeeze()  # suspected: if the batch is one sample; pass the `dim` to remove


def by_size(encoder, clips):
    found = []
    for place in range(clips.size(0)):
        found.append(encoder(clips[place : place + 1]))
    stacked = torch.stack(found)
    return stacked.squeeze(1), stacked.squeeze()  # suspected: pass the `dim` to remove


def of_layers(layers, x):
    found = []
    for layer in layers:
        found.append(layer(x))
    return torch.stack(found).squeeze()


def of_three(x):
    found = []
    for place in range(3):
        found.append(x[:, place])
    return torch.stack(found).squeeze(), torch.stack(found, dim=1).squeeze(), torch.stack([x, x]).squeeze()
