"""Versions that a variable holds, whole or cut."""

import torch
import torchvision
import transformers

version = torchvision.__version__
if version < "0.13":  # finding: text
    weights = {"pretrained": True}
else:
    weights = {"weights": "DEFAULT"}
print(version, version == "0.13")

part = torch.__version__[:3]
is_new = float(part) >= 2.4  # finding: `part`
whole = torch.__version__
is_newer = whole >= "2.4"
other = transformers.__version__
other = tuple(int(one) for one in other.split(".")[:2])
is_newest = other > (4, 9)


def old() -> bool:
    mine = transformers.__version__
    return mine.split("+")[0] <= "4.9"  # finding: text
