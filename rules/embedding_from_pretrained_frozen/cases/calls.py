import torch
from torch import nn

vectors = torch.rand(5, 3)
options = {"freeze": False}
bag = nn.EmbeddingBag.from_pretrained(vectors, mode="sum")  # finding: freezes its vectors
said = nn.Embedding.from_pretrained(vectors, True), nn.Embedding.from_pretrained(vectors, freeze=False)
unpacked = nn.Embedding.from_pretrained(vectors, **options)
made = nn.Embedding(5, 3)
print(bag, said, unpacked, made)
