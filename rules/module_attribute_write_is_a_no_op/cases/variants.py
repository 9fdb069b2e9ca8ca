import torch
import torch.backends.cudnn as cudnn
import torch.nn as nn
from torchvision import models


class Table(nn.Module):
    def __init__(self, length, width):
        super().__init__()
        pe = torch.zeros(length, width).float()
        pe.require_grad = False  # finding: is an attribute that PyTorch never reads
        self.register_buffer("pe", pe)
        self.embed = nn.Embedding(length, width)
        self.embed.requires_grad = False  # finding: write `self.embed.requires_grad_(False)`

    def forward(self, x):
        return self.embed(x) + self.pe


torch.backends.cudnn.benchmarks = True  # finding: write `torch.backends.cudnn.benchmark = True`
cudnn.determinstic = True  # finding: write `cudnn.deterministic = True`
cudnn.fastest = True  # finding: is a setting that PyTorch never reads
net = models.resnet18()
net.requires_grad = False  # finding: write `net.requires_grad_(False)`
stack = nn.Sequential(nn.Linear(3, 3), nn.Dropout())
stack.training = True  # finding: write `stack.train()`
layer = nn.TransformerEncoderLayer(4, 2)
layer.training = False  # finding: `layer.training` does not change the layers inside
dropout = nn.Dropout()
dropout.training = False
table = Table(3, 4)
for parameter in table.parameters():
    parameter.require_grad = False  # finding: write `parameter.requires_grad = False`
optimizer = torch.optim.AdamW(table.parameters(), lr=1e-3)
optimizer.weight_decay = 0.1  # finding: does not change any parameter group
optimizer.betas = (0.9, 0.99)  # finding: does not change any parameter group


class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Sequential(nn.Linear(3, 3), nn.BatchNorm1d(3)), nn.Linear(3, 1)

    def forward(self, x):
        return self.head(self.body(x))


class Trainer:
    def __init__(self, model):
        self.model = Frozen()

    def train(self):
        return self.evaluate()

    def evaluate(self):
        self.model.training = False  # finding: write `self.model.eval()`
        return self.model(torch.zeros(2, 3))

    def eval(self):
        return self.model

    def go_on(self):
        self.eval()
        self.model.training = True  # finding: write `self.model.train()`


def with_a_still_body(rows):
    """The layers of the body were switched with all others, and stay that way."""
    frozen = Frozen()
    frozen.train()
    frozen.body.training = False  # finding: write `frozen.body.eval()`
    return frozen(rows)


with_a_still_body(torch.zeros(2, 3))
Trainer(None).train()


def unfreeze(given, settings):
    given.language_model.lm_head.requires_grad = True  # suspected: does not change any parameter
    given.encoder.requires_grad = settings.trains_encoder  # suspected: does not change any parameter
    given.cls_token.requires_grad = True
    given.encoder.pos_embed.requires_grad = False
