"""Steps that somebody not seen takes with the optimizer; who only schedules its learning rate lets nothing step."""

import torch
import torch.nn.functional as F


class Trainer:
    def __init__(self, net, engine, optimizer: torch.optim.Optimizer, rows, held_out):
        self.net, self.engine, self.optimizer = net, engine, optimizer
        self.rows, self.held_out = rows, held_out

    def fit(self):
        self.net.train()
        for epoch in range(4):  # finding: `self.net` trains in eval mode from the second iteration on
            for x, y in self.rows:
                F.cross_entropy(self.net(x), y).backward()
                self.engine.optimizer_step(self.optimizer)
            self.score()

    def sensitivities(self):
        """Gradients of the inputs, while the learning rate of another program is followed."""
        self.net.train()
        for epoch in range(4):
            for x, y in self.rows:
                F.cross_entropy(self.net(x), y).backward()
                self.engine.lr_scheduler_step(self.optimizer)
                self.engine.warmup_step(self.optimizer, epoch)
            self.score()

    def given_to_no_step(self):
        self.net.train()
        for epoch in range(4):
            for x, y in self.rows:
                F.cross_entropy(self.net(x), y).backward()
                self.engine.log_step(epoch)
            self.score()

    @torch.no_grad()
    def score(self):
        self.net.eval()
        return [self.net(x).argmax(1).tolist() for x, _ in self.held_out]
