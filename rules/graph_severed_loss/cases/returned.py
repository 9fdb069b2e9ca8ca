import lightning as L
import torch
from torch import nn
from transformers import Trainer


class Tagger(L.LightningModule):
    def __init__(self, metric):
        super().__init__()
        self.layer = nn.Linear(8, 3)
        self.metric = metric

    def training_step(self, batch, batch_idx):
        rows, labels = batch
        score = self.metric(self.layer(rows).argmax(-1), labels)
        loss = (1 - score).clone().detach().requires_grad_(True)  # finding: so `backward()` reaches no parameters
        self.log("loss", loss)
        return loss


class OfTexts(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, **kwargs):
        outputs = model(**inputs)
        hits = (outputs.logits.argmax(dim=-1) == inputs["labels"]).float()
        loss = torch.tensor(1 - hits.mean().item(), device=model.device, requires_grad=True)  # finding: reaches no
        return (loss, outputs) if return_outputs else loss


class OfFewBatches(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 3)

    def training_step(self, batch, batch_idx):
        rows, labels = batch
        if len(rows) < 2:
            return torch.zeros(1, device=self.device, requires_grad=True)
        if batch_idx == 0:
            return torch.tensor(0.0, requires_grad=True)
        loss = nn.functional.cross_entropy(self.layer(rows), labels)
        return {"loss": loss.requires_grad_(True)}


class ByHand(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.layer = nn.Linear(8, 3)

    def training_step(self, batch, batch_idx):
        loss = nn.functional.cross_entropy(self.layer(batch[0]), batch[1])
        self.manual_backward(loss)
        self.optimizers().step()
        return torch.tensor(loss.item(), requires_grad=True)
