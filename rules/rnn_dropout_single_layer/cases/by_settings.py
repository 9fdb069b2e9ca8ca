"""Layer counts and dropouts that come from options, or from whoever makes the model."""

import argparse
import warnings

from torch import nn

warnings.simplefilter("ignore")
parser = argparse.ArgumentParser()
parser.add_argument("--layers", type=int, default=1)
parser.add_argument("--deep-layers", type=int, default=3)
parser.add_argument("--dropout", type=float, default=0.2)
parser.add_argument("--no-dropout", type=float, default=0.0)
args = parser.parse_args([])


class ByOptions(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.one = nn.GRU(4, 4, num_layers=args.layers, dropout=args.dropout)  # suspected: `nn.GRU` has a single layer
        self.three = nn.GRU(4, 4, num_layers=args.deep_layers, dropout=args.dropout)
        self.nothing = nn.GRU(4, 4, num_layers=args.layers, dropout=args.no_dropout)


class ByCallers(nn.Module):
    def __init__(self, layers, dropout, more_layers):
        super().__init__()
        self.one = nn.LSTM(4, 4, layers, dropout=dropout)  # finding: `nn.LSTM` has a single layer
        self.more = nn.LSTM(4, 4, more_layers, dropout=dropout)


class ByDefault(nn.Module):
    def __init__(self, layers=1, dropout=0.0):
        super().__init__()
        self.rnn = nn.RNN(4, 4, layers, dropout=dropout)


print(ByOptions(args), ByCallers(1, 0.5, 2), ByDefault())
