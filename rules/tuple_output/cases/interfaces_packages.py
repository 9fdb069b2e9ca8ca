"""Interfaces of other packages that say what is returned."""

import torch
import torch.nn as nn
from torch_geometric.nn import VGAE, GCNConv
from transformers import PreTrainedModel


class VariationalEncoder(nn.Module):
    """VGAE asks its encoder for two tensors."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.conv_mu = GCNConv(inputs, outputs)
        self.conv_logstd = GCNConv(inputs, outputs)

    def forward(self, x, edge_index):
        return self.conv_mu(x, edge_index), self.conv_logstd(x, edge_index)


class Tagger(PreTrainedModel):
    """With return_dict=False a transformers model returns a tuple, loss first."""

    def __init__(self, config):
        super().__init__(config)
        self.head = nn.Linear(config.hidden_size, config.num_labels)

    def forward(self, hidden, labels=None, return_dict=None):
        logits = self.head(hidden)
        loss = nn.functional.cross_entropy(logits, labels)
        return loss, logits


def main(data):
    model = VGAE(VariationalEncoder(data.num_features, 16))
    z = model.encode(data.x, data.edge_index)
    return model.recon_loss(z, data.edge_index) + torch.zeros(1)
