"""Trains, and saves what it has learnt in many ways."""

import argparse
import io
import os
import shutil

import torch
from settings import HISTORY, Paths
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--weights", default="runs/weights.pt")
parser.add_argument("--folder", default="runs")
args = parser.parse_args()
paths = Paths()


def save_state(state, filename="latest.pth.tar"):
    torch.save(state, filename)
    shutil.copyfile(filename, "best.pth.tar")


class Trainer:
    def __init__(self, net):
        self.net = net
        self.summary = os.path.join(args.folder, "summary.pt")

    def finish(self):
        with open(self.summary, "wb") as file:
            torch.save({"summary": 1}, file)

    def epoch(self, number):
        torch.save(self.net.state_dict(), f"{args.folder}/epoch_{number:03d}.pth")
        torch.save(self.net.state_dict(), args.folder + "/step_%d.pth" % number)
        torch.save(self.net.state_dict(), f"{args.folder}/{number}.ckpt")


def main():
    net = nn.Linear(8, 2)
    trainer = Trainer(net)
    trainer.epoch(1)
    trainer.finish()
    save_state(net.state_dict())
    torch.save(net, args.weights)  # finding: is pickled whole
    torch.save([0.5], open(HISTORY, "wb"))
    torch.save({"a": 0}, open(paths.vocabulary, "wb"))
    buffer = io.BytesIO()
    torch.save(net, buffer)


main()
