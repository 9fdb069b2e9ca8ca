"""Trains at its top level, and keeps what that gives."""

import torch
from runner import Runner
from settings import Settings

batches = iter(torch.rand(100, 8, 4))
model = Runner(Settings("cosine"), batches).run()
torch.save(model.state_dict(), "model.pt")
