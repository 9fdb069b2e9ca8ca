"""Clips of several lengths are encoded one by one; a batch of one clip loses its dimension."""

import torch


class Voices:
    def __init__(self, encoder):
        self.encoder = encoder

    def embed(self, clips, lengths):
        found = []
        for number in range(len(lengths)):
            found.append(self.encoder(clips[number, : lengths[number]].unsqueeze(0)))
        return torch.stack(found).squeeze()  # suspected: also removes the batch dimension if the batch is one sample

    def embed_all(self, clips, lengths):
        found = []
        for number in range(len(lengths)):
            found.append(self.encoder(clips[number, : lengths[number]].unsqueeze(0)))
        return torch.stack(found).squeeze(1)
