"""What all pipelines share: how a request is answered."""

import torch


class Pipeline:
    def __init__(self, model: torch.nn.Module):
        self.model = model.eval()

    def inference_context(self):
        return torch.inference_mode if torch.cuda.is_available() else torch.no_grad

    def __call__(self, request):
        inputs = self.preprocess(request)
        context = self.inference_context()
        with context():
            outputs = self._forward(inputs)
        return self.postprocess(outputs)


class Trainer:
    def __init__(self, model: torch.nn.Module, loader):
        self.model, self.loader = model, loader

    def run(self, epochs: int) -> None:
        for _ in range(epochs):
            self.epoch()
