"""What has "body" in its name is loaded: into a model that calls it the same, and into one that does not."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 3)


saved = {"head.weight": torch.zeros(1, 3), **{f"body.{name}": value for name, value in nn.Linear(3, 3).state_dict().items()}}
wrapped = {f"module.{name}": value for name, value in saved.items()}

same, other = Model(), Model()
same.load_state_dict({k: v for k, v in saved.items() if "body" in k}, strict=False)  # suspected: nothing  # refuted
body = {name: value for name, value in wrapped.items() if "body" in name or name.startswith("neck")}
other.load_state_dict(body, strict=False)  # suspected: may silently load nothing

own = other.state_dict()
other.load_state_dict({k: v for k, v in saved.items() if k in own}, strict=False)
other.load_state_dict({k: v for k, v in saved.items() if "head" not in k}, strict=False)
print(other.load_state_dict({k: v for k, v in saved.items() if "body" in k}, strict=False))
