"""Models that an object is given by names that are texts."""

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(16, 2)

    def forward(self, x):
        return self.layer(x)


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 16)

    def forward(self, code):
        return self.layer(code)


class Half:
    def __init__(self):
        setattr(self, "encoder", Encoder())
        self.__dict__["decoder"] = Decoder()
        self.optimizer = torch.optim.Adam(self.decoder.parameters(), lr=0.01)

    def train(self, batches):
        for x in batches:
            loss = nn.functional.mse_loss(self.decoder(self.encoder(x)), x)  # finding: `Encoder()` gets gradients
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()


class Whole:
    def __init__(self):
        self.__dict__.update({"encoder": Encoder()}, decoder=Decoder())
        parts = [p for name in ("encoder", "decoder") for p in getattr(self, name).parameters()]
        self.optimizer = torch.optim.Adam(parts, lr=0.01)

    def train(self, batches):
        for x in batches:
            loss = nn.functional.mse_loss(self.decoder(self.encoder(x)), x)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()


Half().train([torch.randn(4, 16)])
Whole().train([torch.randn(4, 16)])
