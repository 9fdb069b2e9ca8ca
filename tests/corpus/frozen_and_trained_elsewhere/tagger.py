"""A pretrained backbone that is frozen on request, under a layer that learns."""

from torch import nn
from torchvision.models import resnet18


class Tagger(nn.Module):
    def __init__(self, tags, learn):
        super().__init__()
        self.backbone = resnet18(weights="DEFAULT")
        if learn != "everything":
            for weight in self.backbone.parameters():
                weight.requires_grad = False
        self.tags = nn.Linear(1000, tags)

    def forward(self, pictures):
        return self.tags(self.backbone(pictures))
