"""What is collected belongs to callers that are looked up by name: one differentiates it, one prints it."""

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)


class Ensemble:
    def __init__(self, members):
        self.members = [nn.Linear(8, 3) for _ in range(members)]

    def losses(self, batches):
        losses = []
        for inputs, labels in batches:
            for member in self.members:
                losses.append(F.cross_entropy(member(inputs), labels))  # suspected: `losses` keeps the graph  # refuted
        return losses

    def scores(self, batches):
        scores = []
        for inputs, _ in batches:
            for member in self.members:
                scores.append(member(inputs))  # suspected: `scores` keeps the graph
        return scores

    def parameters(self):
        return [parameter for member in self.members for parameter in member.parameters()]


def collected(what, ensemble, batches):
    return torch.stack(getattr(ensemble, what)(batches))


ensemble = Ensemble(2)
optimizer = torch.optim.SGD(ensemble.parameters(), lr=0.1)
batches = [(torch.randn(16, 8), torch.randint(3, (16,))) for _ in range(4)]
for epoch in range(3):
    optimizer.zero_grad()
    loss = collected("losses", ensemble, batches).mean()
    loss.backward()
    optimizer.step()
    print(f"{epoch}: {loss.item():.4f}")
print(collected("scores", ensemble, batches).std().item())
