"""Trains models that another file has made, and mostly sharded."""

import torch
from sharding import codec, codec_if_there_are_several, judge, whole_codec
from torch import nn


def everywhere(batches, limit):
    net = codec()
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
    for rows in batches:
        optimizer.zero_grad()
        (net(rows) - rows).square().mean().backward()
        nn.utils.clip_grad_norm_(net.parameters(), limit)  # finding: clips each shard by its own norm
        optimizer.step()


def perhaps(batches, limit):
    net = codec_if_there_are_several()
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
    for rows in batches:
        optimizer.zero_grad()
        (net(rows) - rows).square().mean().backward()
        nn.utils.clip_grad_norm_(net.parameters(), limit)  # suspected: clips each shard by its own norm
        optimizer.step()


def in_one_piece(batches, limit):
    net = whole_codec()
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
    for rows in batches:
        optimizer.zero_grad()
        (net(rows) - rows).square().mean().backward()
        nn.utils.clip_grad_norm_(net.parameters(), limit)
        optimizer.step()


def beside_another(batches, limit):
    net, critic = nn.Linear(8, 8), judge()
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
    for rows in batches:
        optimizer.zero_grad()
        critic(net(rows)).mean().backward()
        nn.utils.clip_grad_norm_(net.parameters(), limit)
        optimizer.step()
