"""The options come from a parser, so nothing is known of them."""

import argparse

from learn import Forecaster

parser = argparse.ArgumentParser()
parser.add_argument("--width", type=int, default=16)
parser.add_argument("--epochs", type=int, default=2)
parser.add_argument("--lr", type=float, default=0.01)
parser.add_argument("--device", default="cpu")

if __name__ == "__main__":
    forecaster = Forecaster(parser.parse_args())
    forecaster.fit()
    print(forecaster.test())
