"""Layers of einops without parameters change nothing; Mamba's and those of quantizers have parameters."""

import torch
from einops import rearrange
from einops.layers.torch import EinMix, Rearrange
from flash_attn import flash_attn_func
from flash_attn.modules.mha import MHA
from mamba_ssm import Mamba
from mamba_ssm.models.mixer_seq_simple import MambaLMHeadModel
from torch import nn
from vector_quantize_pytorch import VectorQuantize
from x_transformers import AutoregressiveWrapper, Decoder, TransformerWrapper

reveal(Rearrange("b c -> c b"))  # framework, einops.Function
reveal(EinMix("b c -> b d", weight_shape="c d", c=8, d=2))  # module
reveal(Mamba(8))  # module
reveal(MHA(8, 2))  # module
x = torch.zeros(1, 8, requires_grad=True)
reveal(Rearrange("b c -> c b")(x))  # output, grad
reveal(rearrange(x, "b c -> c b"))  # output, grad
reveal(flash_attn_func(x, x, x))  # output, grad
quantize = VectorQuantize(dim=8, codebook_size=2)
reveal(quantize)  # module
decoder = AutoregressiveWrapper(TransformerWrapper(num_tokens=8, max_seq_len=8, attn_layers=Decoder(dim=8, depth=1)))
reveal(decoder)  # module, einops.AutoregressiveWrapper
reveal(decoder.generate(x, 8))  # output, no grad, assumed
optimizer = torch.optim.Adam(decoder.parameters())
for batch in torch.utils.data.DataLoader([]):
    decoder(batch).backward()
    optimizer.step()  # finding: applies the gradients of all earlier steps


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(Rearrange("b c h w -> b (c h w)"), nn.Linear(8, 2))

    def forward(self, x):
        return self.body(x)


def evaluate(net, pieces):
    net.eval()
    for x in pieces:
        print(net(x).argmax(1))  # finding: `net` is evaluated with gradients enabled


evaluate(Net(), torch.rand(64, 1, 1, 8).split(4))
written = MambaLMHeadModel.from_pretrained("state-spaces/mamba-130m")
reveal(written)  # module, mamba_ssm.MambaLMHeadModel
with torch.no_grad():
    for words in torch.ones(64, 8).split(4):
        print(written(words).logits.argmax(-1))
