"""One model that is saved in several places is one finding; another model is another one."""

import torch
from torch import nn

model, teacher = nn.Linear(4, 2), nn.Linear(4, 2)
torch.save({"model": model.half()}, "half.pt")  # finding: pickled whole, which `torch.load` refuses by default (and 1 more)
torch.save(model, "whole.pt")  # finding: save `model.state_dict()`
torch.save({"model": model.half(), "epoch": 2}, "again.pt")
torch.save(teacher, "teacher.pt")  # finding: save `teacher.state_dict()`
