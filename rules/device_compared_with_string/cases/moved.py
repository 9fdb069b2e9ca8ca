"""The device of something unknown: of a tensor, as far as it is moved further down, or of settings."""

import torch


def aligned(prepare, options):
    tokens, targets = prepare()
    if tokens.device != "cpu":  # suspected: is always True, as a torch.device never equals a string
        tokens = tokens.to("cpu")
        targets = targets.cpu()
    if targets.device.type != "cpu":
        raise ValueError("the targets are not on the CPU")
    if options.device == "cuda":
        tokens = tokens.to(options.device)
    return torch.cat((tokens, targets))
