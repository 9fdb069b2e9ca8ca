"""Modules that collect tensors inside their own forward pass: layers, scales, time steps, beams."""

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(8, 8) for _ in range(3))

    def forward(self, inputs):
        features = []
        for layer in self.layers:
            inputs = torch.relu(layer(inputs))
            features.append(inputs)
        return torch.cat(features, dim=-1)


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(8, 8)
        self.word = nn.Linear(8, 5)
        self.attention = []

    def forward(self, state, length=4):
        self.attention = []
        words = {}
        for position in range(length):
            state = self.cell(state, state)
            self.attention.append(state.softmax(-1))
            words[position] = self.word(state)
        return torch.stack([words[position] for position in range(length)])

    def inference(self, state, limit=4):
        spoken = []
        for _ in range(limit):
            state = self.cell(state, state)
            spoken.append(self.word(state))
            if spoken[-1].argmax() == 0:
                break
        return torch.stack(spoken)

    def parts(self, state):
        for _ in range(3):
            state = self.cell(state, state)
            yield state


def features_of(network, inputs):
    found = {}
    for number, layer in enumerate(network.layers):
        inputs = layer(inputs)
        found[number] = inputs
    return found


def content_loss(network, image, wanted):
    losses = []
    for number, feature in features_of(network, image).items():
        losses.append((feature - wanted[number]).square().mean())
    return torch.stack(losses).sum()


def main():
    encoder, decoder = Encoder(), Decoder()
    image = torch.randn(1, 8, requires_grad=True)
    wanted = {number: torch.zeros(1, 8) for number in range(3)}
    optimizer = torch.optim.Adam([image])
    for _ in range(3):
        optimizer.zero_grad()
        loss = content_loss(encoder, image, wanted) + decoder(encoder(image)[:, :8]).square().mean()
        loss.backward()
        optimizer.step()
    print(loss.item())


if __name__ == "__main__":
    main()
