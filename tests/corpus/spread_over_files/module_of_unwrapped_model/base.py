"""The base class wraps the model only where there are several GPUs."""

import torch
from torch import nn


class Base:
    def __init__(self, model, args):
        self.args = args
        self.model = model.to(args.device)
        if args.n_gpu > 1:
            self.model = nn.DataParallel(self.model)

    def net(self):
        return self.model.module if self.args.n_gpu > 1 else self.model
