"""Models that a file makes and loads, evaluated by functions that only others call, such as those of a web server."""

import torch
from fastapi import FastAPI
from somewhere import prepare
from torch import nn


def load(path, dropout=0.5):
    made = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Dropout(dropout), nn.Linear(16, 2))
    made.load_state_dict(torch.load(path, weights_only=True))
    return made


app = FastAPI()
forgotten = load("forgotten.pt")
switched = load("switched.pt")
switched.eval()
at_once = load("at_once.pt").eval()
on_start = load("on_start.pt")
prepared = load("prepared.pt")
prepare(prepared)
plain = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
plain.load_state_dict(torch.load("plain.pt", weights_only=True))
random = nn.Sequential(nn.Linear(4, 16), nn.Dropout(0.5), nn.Linear(16, 2))
moved = load("moved.pt")
moved.to("cpu")
sampled = load("sampled.pt")


@app.on_event("startup")
def start():
    on_start.eval()


@app.post("/forgotten")
def with_forgotten(rows: list):
    with torch.no_grad():
        return forgotten(torch.tensor(rows)).tolist()  # suspected: train mode; call `forgotten.eval()`


@app.post("/moved")
@torch.no_grad()
def with_moved(rows: list):
    scores = moved(torch.tensor(rows)).softmax(1)  # suspected: train mode; call `moved.eval()`
    return {"scores": scores.tolist(), "best": scores.argmax(1).tolist()}


@app.post("/others")
@torch.no_grad()
def with_others(rows: list):
    x = torch.tensor(rows)
    models = {"switched": switched(x), "once": at_once(x), "start": on_start(x), "prepared": prepared(x)}
    return [{name: y.tolist() for name, y in models.items()}, plain(x).tolist(), random(x).tolist()]


@app.post("/several")
@torch.no_grad()
def with_several(rows: list):
    sampled.train()
    drawn = torch.stack([sampled(torch.tensor(rows)) for _ in range(10)])
    return drawn.std(0).tolist()
