"""Nothing is known of what is moved: PyTorch is asked for CUDA all the same, or an object of some other library."""

import torch

torch.manual_seed(0)

def answer(model, tokenizer, text):
    numbers = tokenizer.encode(text).unsqueeze(0).cuda()  # suspected: fails where PyTorch finds no GPU; use a
    return model.generate(numbers.to(model.device))


class Kernels:
    def cuda(self):
        return "kernels.cu"


def sources():
    return Kernels().cuda()
