"""Fine-tunes the head of a model, and means to leave its encoder as it is: no parameter has the name that is frozen."""

import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 32))
        self.head = nn.Linear(32, 2)

    def forward(self, x):
        return self.head(torch.relu(self.encoder(x)))


torch.manual_seed(0)
model = Classifier()
for name, parameter in model.named_parameters():
    if name.startswith("backbone."):  # finding: finds no parameter of `model`; its names begin with `encoder`, `head`
        parameter.requires_grad = False

before = model.encoder[0].weight.detach().clone()
optimizer = torch.optim.AdamW((p for p in model.parameters() if p.requires_grad), lr=0.01)
x, y = torch.randn(64, 8), torch.randint(0, 2, (64,))
for _ in range(20):
    loss = nn.functional.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
trained = sum(p.numel() for p in model.parameters() if p.requires_grad)
moved = (model.encoder[0].weight - before).abs().max().item()
print(f"{trained} numbers trained; the encoder's first weights changed by up to {moved:.3f}")
