def step(model, b):
    return model.loss(b)
