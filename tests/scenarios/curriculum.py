"""Longer and longer sums, one stage after the other, with a cosine schedule in each stage."""

import torch
from torch import nn

torch.manual_seed(19)


def problems(digits, count=16):
    numbers = torch.randint(0, 10, (count, digits)).float() / 10
    return numbers.unsqueeze(-1), numbers.sum(1)


class Adder(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(1, 16, batch_first=True)
        self.head = nn.Linear(16, 1)

    def forward(self, x):
        h, _ = self.lstm(x)
        return self.head(h[:, -1]).squeeze(-1)


model = Adder()
criterion = nn.MSELoss()
stages, per_stage, done = (2, 4, 6), 8, []
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
for digits in stages:
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, per_stage)
    hardest, stage_loss = torch.tensor(0.0), 0.0
    for step in range(per_stage):
        x, wanted = problems(digits)
        optimizer.zero_grad()
        answer = model(x)  # refuted(held_activations): part of training
        loss = criterion(answer, wanted)
        loss.backward()
        optimizer.step()  # refuted(stale_gradients)
        scheduler.step()
        hardest = torch.maximum(hardest, (answer - wanted).abs().max())  # confirmed(retained_graph)
        stage_loss += loss.item()  # refuted(retained_graph): no graph
    done.append(loss.detach())
    print(f"{digits} digits: {stage_loss:.5f} {hardest.item():.5f} {scheduler.get_last_lr()[0]:.6f}")
print("stages", [f"{loss.item():.5f}" for loss in done])
