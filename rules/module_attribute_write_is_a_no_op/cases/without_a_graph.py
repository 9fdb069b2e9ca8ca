"""No attribute of a tensor keeps its graph from being recorded."""

import torch
from torch import nn
from torch.autograd import Variable


class Options:
    no_grad = False


def marked(obj):
    if torch.is_tensor(obj):
        obj = Variable(obj)
    if isinstance(obj, Variable):
        obj.no_grad = True  # finding: `obj.no_grad` is an attribute that PyTorch never reads
    return obj


x = torch.rand(2, 4)
x.no_grad = True  # finding: `x.no_grad` is an attribute that PyTorch never reads
model = nn.Linear(4, 2)
options = Options()
options.no_grad = True
with torch.no_grad():
    print(model(marked(x)), options.no_grad)


def marked_if_it_is_one(obj):
    if torch.is_tensor(obj):
        obj = Variable(obj)
    if isinstance(obj, Variable):
        obj.no_grad = True  # suspected: `obj.no_grad` is an attribute that PyTorch never reads
    return obj
