"""Nodes of a random graph classified by two rounds of messages, without a library."""

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(17)
nodes, classes = 90, 3
kinds = torch.arange(nodes) % classes
near = kinds[:, None] == kinds[None, :]
adjacency = (torch.rand(nodes, nodes) < torch.where(near, 0.15, 0.02)).float()
adjacency = ((adjacency + adjacency.T + torch.eye(nodes)) > 0).float()
x = torch.randn(nodes, 8) + 0.5 * F.one_hot(kinds, 8).float()
valid = torch.arange(nodes) >= 45


class Convolution(nn.Module):
    def __init__(self, size_in, size_out):
        super().__init__()
        self.linear = nn.Linear(size_in, size_out)

    def forward(self, x, adjacency):
        return adjacency @ self.linear(x) / adjacency.sum(1, keepdim=True)


class Graph(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [Convolution(8, 16), Convolution(16, 16)]  # confirmed by module-in-plain-container: 4
        self.head = nn.Linear(16, classes)

    def forward(self, x, adjacency):
        for layer in self.layers:
            x = F.relu(layer(x, adjacency))
        return self.head(F.dropout(x, 0.3, training=self.training))


model = Graph()
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
best, kept = 0.0, None
confidence = []
for epoch in range(16):
    model.train()
    optimizer.zero_grad()
    logits = model(x, adjacency)  # refuted(held_activations): part of training # refuted(eval_mode): part of training
    loss = F.cross_entropy(logits[:45], kinds[:45])
    loss.backward()
    optimizer.step()  # refuted(stale_gradients)
    confidence.append(logits.softmax(-1).max(-1).values.mean())  # confirmed by list-accumulates-graph
    model.eval()
    with torch.no_grad():
        scores = model(x, adjacency)  # refuted(eval_mode): in eval mode
    accuracy = (scores.argmax(1)[valid] == kinds[valid]).float().mean().item()
    if accuracy > best:
        best, kept = accuracy, {name: value.clone() for name, value in model.state_dict().items()}
print(f"{loss.item():.5f} {best:.4f} {confidence[-1].item():.5f}", len(kept))
