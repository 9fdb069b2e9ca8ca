"""PEFT loads what it is given into the adapters of a model."""

import torch
from peft import set_peft_model_state_dict
from torch import nn

model = nn.Linear(8, 2).cuda()
state = torch.load("adapter.pt", "cpu", weights_only=True)
reveal(set_peft_model_state_dict(model, state))  # unknown
reveal(model)  # module, torch.nn.Linear
