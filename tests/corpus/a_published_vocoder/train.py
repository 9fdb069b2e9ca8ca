"""Trains the acoustic model, and lets the vocoder say what it has learned."""

import acoustic
import torch
import vocoder

model, voice = acoustic.Acoustic(), vocoder.published("vocoder.pt")
optimizer = torch.optim.Adam(model.parameters())
for _ in range(3):
    x = torch.randn(4, 16, 20)
    loss = (model(x) - x).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
with torch.no_grad():
    print(voice(model.eval()(torch.randn(1, 16, 20))).shape)
