"""An autoencoder of which the optimizer is given one half."""

import torch
from torch import nn


class Autoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(16, 2)
        self.decoder = nn.Linear(2, 16)

    def forward(self, rows):
        return self.decoder(self.encoder(rows))


model = Autoencoder()
optimizer = torch.optim.Adam(model.decoder.parameters(), lr=1e-2)  # finding: get gradients but are in no optimizer
rows = torch.randn(64, 2) @ torch.randn(2, 16)
for _ in range(20):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(rows), rows)
    loss.backward()
    optimizer.step()
