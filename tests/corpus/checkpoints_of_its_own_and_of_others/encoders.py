"""Encoders whose weights are published."""

import torch
from huggingface_hub import hf_hub_download
from torch import nn

SMALL = "https://models.example.org/embedder-small.pt"
LARGE = "https://models.example.org/embedder-large.pt"


def embedder():
    encoder = nn.Linear(4, 8)
    path = hf_hub_download("example/embedder", "weights.bin")
    encoder.load_state_dict(torch.load(path, weights_only=False))  # finding: can run any code; pass
    return encoder


def fetched():
    encoder = nn.Linear(4, 8)
    state = torch.hub.load_state_dict_from_url(SMALL)  # finding: can run any code; pass
    encoder.load_state_dict(state)
    return encoder


def fetched_large():
    encoder = nn.Linear(4, 64)
    encoder.load_state_dict(torch.hub.load_state_dict_from_url(LARGE))  # suspected: if anything calls
    return encoder
