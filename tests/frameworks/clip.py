"""CLIP comes in eval mode with what prepares its images; its encoders compute with graphs."""

import clip
import open_clip
import torch
from open_clip import ClipLoss, create_model_and_transforms

device = torch.device("cpu")
model, preprocess = clip.load("ViT-B/32", device=device)
reveal(model)  # module, clip.CLIP
reveal(preprocess)  # unknown
texts = clip.tokenize(["a cat", "a dog"])
reveal(texts)  # tensor, no grad


def describe(images):
    for image in images:
        scores = model.encode_image(preprocess(image).unsqueeze(0))  # finding: `model.encode_image` is evaluated
        print(scores.argmax(1))


@torch.no_grad()
def describe_without_gradients(images):
    for image in images:
        print(model.encode_image(preprocess(image).unsqueeze(0)).argmax(1))


describe([])
describe_without_gradients([])
trained, _, transform = create_model_and_transforms("ViT-B-32", pretrained="laion2b")
reveal(trained)  # module, clip.CLIP
reveal(trained.encode_text(texts))  # output, grad
optimizer = torch.optim.AdamW(trained.parameters())
contrast = ClipLoss()
for image in torch.utils.data.DataLoader([]):
    optimizer.zero_grad()
    features = trained.encode_image(image)
    loss = contrast(features, trained.encode_text(texts), trained.logit_scale.exp())
    loss.backward()
    optimizer.step()
for image in torch.utils.data.DataLoader([]):
    loss = contrast(trained.encode_image(image), trained.encode_text(texts), 1.0)
    reveal(loss)  # output, grad
    loss.backward()
    optimizer.step()  # finding: applies the gradients of all earlier steps
reveal(open_clip.create_model("RN50").eval())  # module, clip.CLIP
