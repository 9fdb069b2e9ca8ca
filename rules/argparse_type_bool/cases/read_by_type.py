"""jsonargparse reads `type=bool` as it is meant."""

import torch
from jsonargparse import ArgumentParser

parser = ArgumentParser()
parser.add_argument("--amp", type=bool, default=torch.cuda.is_available())
