"""Objects that hold a model in eval mode and functions that they call: one made apart from the model can't switch it."""

import torch
from elsewhere import Resize, Switcher, build
from torch import nn


class Infer:
    def __init__(self, path):
        loaded = torch.load(path, map_location="cpu", weights_only=True)
        self.net = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.5), nn.Linear(4, 2))
        self.net.load_state_dict(loaded["net"])
        self.net.eval()
        self.resize = Resize(64)
        self.decode = build(loaded["decoder"])

    def predict(self, image):
        rows = self.resize(image)
        return self.decode(self.net(rows))  # finding: `self.net` is evaluated with gradients enabled


class Switching:
    def __init__(self, path):
        self.net = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.5), nn.Linear(4, 2))
        self.net.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
        self.net.eval()
        self.prepare = Switcher(self.net)
        self.decode = build("decoder")

    def predict(self, image):
        rows = self.prepare(image)  # may put the model that it was made with into train mode
        return self.decode(self.net(rows))


infer, switching = Infer("net.pt"), Switching("net.pt")
print(infer.predict([[0.0]]), switching.predict([[0.0]]))
