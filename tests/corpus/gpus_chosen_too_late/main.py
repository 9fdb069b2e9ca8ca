"""Asks whether there is a GPU before the experiment chooses one."""

import argparse

import torch
from forecasting import Forecasting

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--gpu", type=int, default=0)
    args = parser.parse_args()
    args.use_gpu = torch.cuda.is_available()
    Experiment = Forecasting
    experiment = Experiment(args)
    experiment.run()
