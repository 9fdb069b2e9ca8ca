from torch import nn
from torch.hub import load_state_dict_from_url

ADDRESSES = {"small": "https://download.pytorch.org/models/small-12345678.pth"}


def small(pretrained):
    model = nn.Linear(4, 2)
    if pretrained:
        model.load_state_dict(load_state_dict_from_url(ADDRESSES["small"]))
    return model
