"""Begins with the weights of an encoder that was trained elsewhere, as far as there are any of that name."""

import torch
from torch import nn


def with_trained_encoder(net: nn.Module, place: str) -> nn.Module:
    trained = torch.load(place, map_location="cpu", weights_only=True)
    chosen = {name: value for name, value in trained.items() if name.startswith("encoder")}
    net.load_state_dict(chosen, strict=False)  # suspected: may silently load nothing
    return net


def with_all_that_fits(net: nn.Module, place: str) -> nn.Module:
    trained, own = torch.load(place, map_location="cpu", weights_only=True), net.state_dict()
    chosen = {name: value for name, value in trained.items() if name in own and value.shape == own[name].shape}
    print(f"{len(chosen)} of {len(own)} entries")
    net.load_state_dict(chosen, strict=False)
    return net
