"""What derives from PyTorchModelHubMixin is in eval mode after from_pretrained()."""

import torch
from huggingface_hub import PyTorchModelHubMixin
from torch import nn


class Net(nn.Module, PyTorchModelHubMixin):
    def __init__(self, width=8):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(width, 2), nn.Dropout(0.1))

    def forward(self, x):
        return self.body(x)


class OwnWay(nn.Module, PyTorchModelHubMixin):
    """Reads its weights itself, which nobody says leaves it in eval mode."""

    def __init__(self, width=8):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(width, 2), nn.Dropout(0.1))

    def forward(self, x):
        return self.body(x)

    @classmethod
    def _from_pretrained(cls, model_id, **settings):
        return cls()


net = Net.from_pretrained("somebody/net")
reveal(net)  # module, Net
for x in torch.rand(64, 8).split(4):
    print(net(x).argmax(1))  # finding: `net` is evaluated with gradients enabled
with torch.no_grad():
    for x in torch.rand(64, 8).split(4):
        print(net(x).argmax(1))
own = OwnWay.from_pretrained("somebody/net")
reveal(own)  # module, OwnWay
for x in torch.utils.data.DataLoader([]):
    nn.functional.mse_loss(own(x), x).backward()  # it need not be in eval mode
