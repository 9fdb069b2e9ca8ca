"""One batch, looked at after each layer: every pass makes a model of the first few, and the list is used at once."""

import torch
from torch import nn


class LayerDistances:
    def __init__(self, network, centres):
        self.network = network.eval()
        self.centres = centres

    def predict(self, images):
        features = []
        for last in range(len(self.network)):
            beginning = nn.Sequential(*self.network[: last + 1])
            feature = beginning(images).flatten(1)
            features.append(feature)
        return self.distance(features)

    def distance(self, features):
        squares = [(f - centre).pow(2).sum(dim=1) for f, centre in zip(features, self.centres)]
        return torch.stack(squares, dim=1).amin(dim=1)


if __name__ == "__main__":
    layers = nn.Sequential(nn.Linear(6, 4), nn.ReLU(), nn.Linear(4, 3))
    with torch.no_grad():
        print(LayerDistances(layers, [torch.zeros(4), torch.zeros(4), torch.zeros(3)]).predict(torch.randn(5, 6)))

# A table's columns, each by an embedding of its own: as many outputs as there are layers, for one batch.
columns = torch.randint(0, 3, (5, 2))
embeddings = nn.ModuleList([nn.Embedding(3, 4), nn.Embedding(3, 2)])
embedded = []
for place, embedding in enumerate(embeddings):
    embedded.append(embedding(columns[:, place]))
print(torch.cat(embedded, 1).shape)
