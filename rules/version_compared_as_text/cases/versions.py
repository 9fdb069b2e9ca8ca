"""Versions that are compared as text, and others that are not."""

import torch
import transformers
from packaging import version
from torch import __version__ as torch_version
from transformers import __version__ as installed

IS_OLD = transformers.__version__ < "4.9"  # finding: `transformers.__version__` is compared as text
IS_NEW = "4.26.1" <= transformers.__version__  # finding: use `packaging.version.parse`
SHORT = torch.__version__[:3] >= "1.8"  # finding: compare `torch.__version__` itself
NUMBER = float(torch.__version__[:3]) >= 1.8  # finding: cuts a version
BARE = torch.__version__.split("+")[0] >= "1.10.0"  # finding: cuts a version
OTHER = float(transformers.__version__[:4])  # finding: is compared as text
RENAMED = installed >= "4.40"  # finding: `installed` is compared as text
CUT = torch_version[:3] >= "1.8"  # finding: cuts a version

__version__ = "0.1"
FINE = (
    torch.__version__ >= "1.8",
    torch.__version__[0] == "2",
    float(torch.__version__[:1]) >= 2,
    torch.__version__[:3] == "2.1",
    transformers.__version__ == "4.26.1",
    transformers.__version__ < IS_OLD,
    version.parse(transformers.__version__) < version.parse("4.9"),
    int(transformers.__version__.split(".")[0]) >= 4,
    int(torch.__version__[0]) >= 2,
    __version__ < "0.2",
    torch_version >= "1.8",
    version.parse(installed) >= version.parse("4.40"),
    transformers.__version__[:3],
    tuple(int(part) for part in torch.__version__.split("+")[0].split(".")[:2]) >= (1, 10),
)


def is_new_enough(installed, torch_version):
    return installed >= "4.40" or torch_version[:3] >= "1.8"


def is_new():
    return installed >= "4.40"  # finding: `installed` is compared as text


def is_new_here():
    from transformers import __version__ as here

    return here >= "4.40"  # finding: `here` is compared as text
