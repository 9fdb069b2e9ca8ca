"""Detectron2's factories return the model, its optimizer, a scheduler and loaders; its predictor has no graph."""

import torch
from detectron2.checkpoint import DetectionCheckpointer
from detectron2.config import get_cfg
from detectron2.data import build_detection_test_loader, build_detection_train_loader
from detectron2.engine import DefaultPredictor
from detectron2.evaluation import DatasetEvaluator, inference_on_dataset
from detectron2.modeling import build_model
from detectron2.modeling.backbone import Backbone
from detectron2.solver import build_lr_scheduler, build_optimizer


class Trunk(Backbone):
    def forward(self, x):
        return {"res2": torch.sigmoid(x)}


class Scores(DatasetEvaluator):
    def process(self, inputs, outputs):
        self.kept = outputs


reveal(Trunk())  # module, Trunk
cfg = get_cfg()
reveal(DefaultPredictor(cfg)(1))  # output, no grad, assumed


def train(cfg):
    model = build_model(cfg)
    reveal(model)  # module
    model.train()
    optimizer = build_optimizer(cfg, model)
    reveal(optimizer)  # optimizer
    scheduler = build_lr_scheduler(cfg, optimizer)
    reveal(scheduler)  # scheduler, detectron2.solver.build_lr_scheduler
    loader = build_detection_train_loader(cfg)
    reveal(loader)  # loader
    total = 0
    for data in loader:
        losses = sum(model(data).values())
        losses.backward()
        optimizer.step()  # finding: applies the gradients of all earlier steps again
        scheduler.step()
        total += losses  # finding: `total` keeps the graph of every `losses`
    return total


def test(cfg):
    model = build_model(cfg)
    DetectionCheckpointer(model).load(cfg.MODEL.WEIGHTS)
    loader = build_detection_test_loader(cfg, "val")
    inference_on_dataset(model, loader, Scores())
    with torch.no_grad():
        print([model(data) for data in loader])  # suspected: `model` is evaluated in train mode
    model.eval()
    with torch.no_grad():
        print([model(data) for data in loader])


train(cfg)
test(cfg)
