"""Models of classes that no file here defines: a constructor leaves a module in train mode; others may not."""

import torch
import torch.nn.functional as F
from elsewhere import Mixer, held_out, make_mixer, rows

constructed = Mixer(width=8, depth=2).to("cpu")
made = make_mixer(width=8, depth=2)
pretrained = Mixer.from_pretrained("mixer-small")
switched = Mixer(width=8, depth=2)
parameters = [*constructed.parameters(), *made.parameters(), *pretrained.parameters(), *switched.parameters()]
optimizer = torch.optim.Adam(parameters)

for x, y in rows:
    optimizer.zero_grad()
    losses = [
        F.cross_entropy(constructed(x), y),
        F.cross_entropy(made(x), y),
        F.cross_entropy(pretrained(x), y),
        F.cross_entropy(switched(x), y),
    ]
    sum(losses).backward()
    optimizer.step()

switched.eval()
with torch.no_grad():
    for x, y in held_out:
        print((constructed(x).argmax(1) == y).sum().item())  # suspected: `constructed` is evaluated in train mode
        print((made(x).argmax(1) == y).sum().item())  # suspected: `made` is evaluated in the mode it is trained in
        print((pretrained(x).argmax(1) == y).sum().item())  # suspected: is evaluated in the mode it is trained in
        print((switched(x).argmax(1) == y).sum().item())
