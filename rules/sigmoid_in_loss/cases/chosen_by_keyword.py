"""The sigmoid sits in a callee and an argument switches it on or off."""

import torch
import torch.nn as nn
import torch.nn.functional as F

EPS = 1e-15


class InnerProductDecoder(nn.Module):
    def forward(self, z, edges, sigmoid=True):
        value = (z[edges[0]] * z[edges[1]]).sum(dim=1)
        return torch.sigmoid(value) if sigmoid else value


class GraphAutoencoder(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder
        self.decoder = InnerProductDecoder()

    def asked_for(self, z, edges):
        return -torch.log(self.decoder(z, edges, sigmoid=True) + EPS).mean()  # finding: sigmoid

    def complement(self, z, edges):
        return -torch.log(1 - self.decoder(z, edges, sigmoid=True) + EPS).mean()  # finding: sigmoid

    def by_default(self, z, edges, target):
        return F.binary_cross_entropy(self.decoder(z, edges), target)  # finding: sigmoid

    def switched_off(self, z, edges, target):
        return F.binary_cross_entropy_with_logits(self.decoder(z, edges, sigmoid=False), target)

    def switched_off_by_position(self, z, edges, target):
        logits = self.decoder(z, edges, False)
        return F.binary_cross_entropy_with_logits(logits, target)


class Infomax(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(width, width))

    def discriminate(self, z, summary, sigmoid=True):
        value = z @ self.weight @ summary
        if sigmoid:
            return torch.sigmoid(value)
        return value

    def loss(self, z, corrupted, summary):
        near = -torch.log(self.discriminate(z, summary, sigmoid=True) + EPS).mean()  # finding: sigmoid
        far = -torch.log(1 - self.discriminate(corrupted, summary) + EPS).mean()  # finding: sigmoid
        return near + far

    def stable_loss(self, z, corrupted, summary):
        near = F.logsigmoid(self.discriminate(z, summary, sigmoid=False)).mean()
        far = F.logsigmoid(-self.discriminate(corrupted, summary, sigmoid=False)).mean()
        return -(near + far)


def unknown_switch(decoder, z, edges, flag):
    """What a decoder from elsewhere returns cannot be read here."""
    return -torch.log(decoder(z, edges, sigmoid=flag) + EPS).mean()
