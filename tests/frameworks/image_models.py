"""Models of images with BatchNorm: they are in train mode until somebody calls eval()."""

import segmentation_models_pytorch as smp
import torch
from efficientnet_pytorch import EfficientNet
from elsewhere import batches
from facenet_pytorch import InceptionResnetV1
from pretrainedmodels import se_resnext50_32x4d

network = EfficientNet.from_pretrained("efficientnet-b0")
reveal(EfficientNet.from_name("efficientnet-b0"))  # module, efficientnet_pytorch.EfficientNet
reveal(EfficientNet.from_name("b1").extract_features(torch.zeros(1, 3, 8, 8)))  # output, grad
reveal(InceptionResnetV1(pretrained="vggface2"))  # module
reveal(se_resnext50_32x4d(pretrained="imagenet"))  # module
with torch.no_grad():
    for image in batches:
        print(network(image).argmax(1))  # finding: `network` is evaluated in train mode

model = smp.Unet("resnet34", classes=2)
reveal(model)  # module, efficientnet_pytorch.Segments
dice = smp.losses.DiceLoss("multiclass")
reveal(dice)  # framework, efficientnet_pytorch.Loss
optimizer = torch.optim.Adam(model.parameters())
for image, mask in torch.utils.data.DataLoader([]):
    loss = dice(model(image), mask)
    reveal(loss)  # output, grad
    loss.backward()
    optimizer.step()  # finding: applies the gradients of all earlier steps
reveal(model.predict(torch.zeros(1, 3, 8, 8)))  # output, no grad, assumed
loaded = smp.from_pretrained("somebody/unet")
with torch.no_grad():
    for image in torch.rand(64, 3, 8, 8).split(4):
        print(loaded(image).argmax(1))
for image in torch.rand(64, 3, 8, 8).split(4):
    print(loaded(image).argmax(1))  # finding: `loaded` is evaluated with gradients enabled
