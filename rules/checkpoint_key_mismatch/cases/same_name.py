"""Checkpoints that only the name of their file identifies: no entry that is read is saved."""

import argparse
import os

import torch


class Trainer:
    def __init__(self, model, average):
        self.model, self.average, self.it = model, average, 0

    def save(self, name, folder):
        path = os.path.join(folder, name)
        torch.save({"model": self.model.state_dict(), "averaged": self.average.state_dict(), "it": self.it}, path)

    def train(self, folder):
        self.it += 1
        self.save("model_of_best_epoch.pth", folder)


def evaluate(net):
    parser = argparse.ArgumentParser()
    parser.add_argument("--path", default="./runs/first/model_of_best_epoch.pth")
    parser.add_argument("--raw", action="store_true")
    args = parser.parse_args()
    saved = torch.load(args.path, weights_only=True)
    weights = saved if args.raw else saved["eval_net"]  # suspected: raises KeyError: the checkpoint is saved without
    net.load_state_dict(weights)


def evaluate_others(net):
    saved = torch.load("downloads/encoder_of_others.pth", weights_only=True)
    net.load_state_dict(saved["eval_net"])


def evaluate_what_is_there(net):
    saved = torch.load("runs/first/model_of_best_epoch.pth", weights_only=True)
    net.load_state_dict(saved["eval_net"] if "eval_net" in saved else saved["averaged"])
