import torch


def load_state(path, model):
    state = torch.load(path)
    model.load_state_dict(state["model"])
    return state["step"]


def train(cfg, model, run_step, evaluate):
    step = load_state(cfg.path, model) if cfg.resume else 0
    best = {"loss": 1e9, "step": 0}  # finding: restarts at `1e9` on resume
    while step < cfg.steps:
        run_step(model)
        step += 1
        if step % 100 == 0:
            loss = evaluate(model)
            torch.save({"model": model.state_dict(), "step": step}, cfg.path)
            if loss < best["loss"]:
                best["loss"], best["step"] = loss, step
                torch.save(model.state_dict(), "best.pt")


def train_anew(cfg, model, run_step, evaluate):
    step = cfg.first if cfg.warm else 0
    best = 1e9
    while step < cfg.steps:
        run_step(model)
        step += 1
        loss = evaluate(model)
        if loss < best:
            best = loss
            torch.save(model.state_dict(), "best.pt")
