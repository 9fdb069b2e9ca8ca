"""A step that torch.compile has to take as a whole."""

import torch

torch.set_num_threads(1)
model = torch.nn.Linear(4, 1)


@torch.compile(fullgraph=True, backend="eager")
def step(batch):
    total = torch.zeros(())
    for row in batch:
        total += model(row).sum()  # undecided: torch.compile
    return total


torch.manual_seed(0)
print(step(torch.ones(3, 4)).shape)
total = 0.0
for _ in range(3):
    total += step(torch.ones(3, 4))  # confirmed: it holds the graphs of

optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)  # refuted(scheduler_steps): stepped


@torch.compile(backend="eager")
def train(rows):
    model(rows).sum().backward()
    optimizer.step()  # undecided(stale_gradients)


for _ in range(3):
    train(torch.ones(3, 4))
    scheduler.step()  # undecided(scheduler_order): or it was compiled
