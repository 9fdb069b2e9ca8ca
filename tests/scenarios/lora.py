"""Low-rank adapters written by hand: the body of a trained model stays frozen."""

import torch
from torch import nn

torch.manual_seed(23)


class LoRALinear(nn.Module):
    def __init__(self, base, rank=2, alpha=4.0):
        super().__init__()
        self.base, self.scale = base, alpha / rank
        for parameter in base.parameters():
            parameter.requires_grad_(False)
        self.down = nn.Parameter(torch.randn(rank, base.in_features) * 0.1)
        self.up = nn.Parameter(torch.zeros(base.out_features, rank))

    def forward(self, x):
        return self.base(x) + self.scale * (x @ self.down.T @ self.up.T)


def pretrained():
    model = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Dropout(0.1), nn.Linear(32, 3))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(10):
        x = torch.randn(32, 8)
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), x[:, :3].argmax(1)).backward()
        optimizer.step()  # refuted(stale_gradients)
    return model


model = pretrained()
before = [p.detach().clone() for p in model.parameters()]
model[0], model[3] = LoRALinear(model[0]), LoRALinear(model[3])
trained = [p for p in model.parameters() if p.requires_grad]
optimizer = torch.optim.AdamW(trained, lr=1e-2)
drifts, norms = [], []
for step in range(16):
    x = torch.randn(32, 8)
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x), x[:, 3:6].argmax(1))
    loss.backward()
    optimizer.step()  # refuted(stale_gradients)
    norms.append(sum(p.norm() for p in trained))  # confirmed by list-accumulates-graph
    drifts.append(sum(p.detach().norm() for p in trained))  # refuted(retained_graph): no graph
body = [p for name, p in model.named_parameters() if "base" in name]
print("body as it was", all(torch.equal(a, b) for a, b in zip(before, body)), len(trained))
model.eval()
for _ in range(2):
    x = torch.randn(64, 8)
    predicted = model(x)  # confirmed by eval-without-no-grad # refuted(eval_mode): in eval mode
    print(f"{(predicted.argmax(1) == x[:, 3:6].argmax(1)).float().mean().item():.4f}")
print(f"{norms[-1].item():.5f} {drifts[-1].item():.5f}")
