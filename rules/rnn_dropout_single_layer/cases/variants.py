import warnings

from torch import nn

warnings.simplefilter("ignore")
LAYERS = 1


class Several(nn.Module):
    def __init__(self, width, dropout, num_layers=2):
        super().__init__()
        self.by_name = nn.GRU(width, width, num_layers=1, dropout=dropout)  # finding: does nothing
        self.by_constant = nn.LSTM(width, width, LAYERS, dropout=0.2)  # finding: `nn.LSTM` has a single layer
        self.by_position = nn.RNN(width, width, 1, "tanh", True, True, 0.1)  # finding: put `nn.Dropout` after it
        # two layers, as many as somebody says, or nothing to drop
        self.two = nn.LSTM(width, width, 2, dropout=dropout)
        self.some = nn.LSTM(width, width, num_layers, dropout=dropout)
        self.none = nn.LSTM(width, width, dropout=0.0)
        self.chosen = nn.LSTM(width, width, num_layers=num_layers, dropout=dropout if num_layers > 1 else 0)
        self.plain = nn.GRU(width, width)

    def forward(self, x):
        for layer in (self.by_name, self.by_constant, self.two, self.some, self.none, self.chosen, self.plain):
            x, _ = layer(x)
        return self.by_position(x)[0]


print(Several(4, 0.1))
