import torch
from torch import nn

embedding = nn.Embedding.from_pretrained(torch.rand(5, 3))
embedding.weight.requires_grad = True
print(embedding.weight.requires_grad)
