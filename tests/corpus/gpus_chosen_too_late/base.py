"""What all experiments share, and one that a program without such a question makes."""

import os

import torch


class Experiment:
    def __init__(self, args):
        self.args = args
        self.device = self.acquire()

    def acquire(self):
        if not self.args.use_gpu:
            return torch.device("cpu")
        chosen = str(self.args.gpu)
        os.environ["CUDA_VISIBLE_DEVICES"] = chosen  # finding: `torch.cuda.is_available()` in main.py has already initialised CUDA
        return torch.device("cuda:0")


class Early:
    def __init__(self, gpu):
        os.environ["CUDA_VISIBLE_DEVICES"] = str(gpu)
        self.has_gpu = torch.cuda.is_available()
