"""Trains in half precision; its base class does not know of the scaler. The schedule is told its epoch."""

import torch
from torch import nn

from saving import Trainer


class HalfTrainer(Trainer):
    def __init__(self, net, optimizer, schedule):
        super().__init__(net, optimizer, schedule)
        self.scaler = torch.amp.GradScaler("cuda")

    def fit(self, batches, last):
        for self.epoch in range(self.epoch, last):
            for x in batches:
                self.optimizer.zero_grad()
                with torch.autocast("cuda", dtype=torch.float16):
                    loss = self.net(x).square().mean()
                self.scaler.scale(loss).backward()
                self.scaler.step(self.optimizer)
                self.scaler.update()
            self.schedule.step()
            self.save("last.pt")


def main(is_resumed=False):
    net = nn.Linear(8, 4).cuda()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    trainer = HalfTrainer(net, optimizer, torch.optim.lr_scheduler.StepLR(optimizer, 10))
    if is_resumed:
        trainer.restore("last.pt")
    trainer.fit([torch.randn(16, 8, device="cuda")], 20)


main()
