"""Makes the schedules."""

import torch
from torch import nn
from torch.optim import lr_scheduler
from trainer import Annealer, Finetuner, NoSchedule, Trainer


def main(batches, epochs):
    net = nn.Linear(8, 4)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, weight_decay=1e-4)
    schedule = lr_scheduler.CosineAnnealingLR(optimizer, T_max=epochs)
    trainer = Trainer(net, optimizer, schedule=schedule)
    for _ in range(epochs):
        trainer.epoch(batches)
    print(Finetuner(optimizer, schedule).rate(), Annealer(NoSchedule()).rate())


main([(torch.rand(4, 8), torch.randint(0, 4, (4,)))], 3)
