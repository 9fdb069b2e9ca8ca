"""Options without a long name, which have no negative form."""

import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("-f", type=bool, default=torch.cuda.is_available())  # finding: parses `-f False` as True; parse the
