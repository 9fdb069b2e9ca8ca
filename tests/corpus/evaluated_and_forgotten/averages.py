"""BatchNorm's statistics for averaged weights, worked out anew in a pass that records a graph for each batch."""


import torch


def refresh_statistics(batches, averaged, device: torch.device):
    averaged.train()
    for batch in batches:
        averaged(batch["pixels"].to(device))  # suspected: `averaged` records a graph that nothing uses
