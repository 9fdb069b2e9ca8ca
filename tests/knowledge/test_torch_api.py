"""What is known of PyTorch's names: the loader, the facts that rules lean on, and the table against torch itself."""

from __future__ import annotations

import importlib
import importlib.metadata
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import get_args

import pytest

from torchlint.knowledge.torch_api import Fact, Kind, canonical, fact, losses_wanting, method, names, parse

ROOT = Path(__file__).parent.parent.parent
TABLE = ROOT / "torchlint" / "data" / "torch_api.txt"
RETURNS = {"tensor", "tensors", "list", "number", "bool", "none", "module", "handle", "unknown"}
MODES = {"", "always", "dropout", "track_running_stats"}
WANTS = {"", "logits", "class-logits", "probabilities", "log-probabilities", "anything"}

# What a name must be known as: kind, what it returns, and "graph" when that is differentiable. Below each, the names.
EXPECTED = """
method tensor graph
    torch.Tensor: __add__ __radd__ __sub__ __rsub__ __mul__ __rmul__ __truediv__ __rtruediv__ __pow__ __neg__
    torch.Tensor: __matmul__ __mod__ __floordiv__ __abs__ __getitem__ add sub mul div true_divide pow neg matmul mm
    torch.Tensor: bmm mv dot sum mean prod std var norm max min median amax amin logsumexp cumsum cumprod quantile
    torch.Tensor: trace abs exp log log2 log10 log1p expm1 sqrt rsqrt reciprocal sin cos tan tanh sigmoid relu softmax
    torch.Tensor: log_softmax erf square clamp clamp_min clamp_max clip round floor ceil sign trunc frac maximum
    torch.Tensor: minimum where gather scatter scatter_add index_select masked_fill take masked_select view view_as
    torch.Tensor: reshape flatten unflatten squeeze unsqueeze permute transpose t expand expand_as repeat
    torch.Tensor: repeat_interleave select narrow flip roll unfold diagonal tril triu contiguous clone to cpu cuda
    torch.Tensor: float double half bfloat16 type type_as requires_grad_ pin_memory
method tensor
    torch.Tensor: __eq__ __ne__ __lt__ __le__ __gt__ __ge__ __invert__ __and__ __or__ eq ne lt le gt ge argmax argmin
    torch.Tensor: argsort all any isnan isinf isfinite logical_and logical_not nonzero bincount detach long int short
    torch.Tensor: char byte bool new_zeros new_ones new_tensor new_full multinomial count_nonzero
method tensors graph
    torch.Tensor: sort topk mode kthvalue cummax aminmax frexp
method list graph
    torch.Tensor: chunk split unbind tensor_split split_with_sizes
method number
    torch.Tensor: item tolist numpy __float__ __int__ __len__ size dim numel nelement stride element_size data_ptr
    torch.amp.GradScaler: get_scale
method bool
    torch.Tensor: __bool__ __contains__ is_contiguous is_floating_point is_complex equal allclose
method none
    torch.Tensor: backward retain_grad __setitem__
    torch.nn.Module: zero_grad register_buffer register_parameter add_module
    torch.optim.Optimizer: step zero_grad add_param_group
    torch.optim.lr_scheduler.LRScheduler: step
    torch.utils.hooks.RemovableHandle: remove
    torch.amp.GradScaler: step update unscale_
method module
    torch.nn.Module: eval train to cuda cpu half float double apply requires_grad_
    torch.nn.SyncBatchNorm: convert_sync_batchnorm
method unknown
    torch.nn.Module: forward __call__ parameters named_parameters children modules state_dict
    torch.optim.Optimizer: state_dict
method handle
    torch.Tensor: register_hook register_post_accumulate_grad_hook
    torch.nn.Module: register_forward_hook register_forward_pre_hook register_full_backward_hook register_backward_hook
    torch.nn.Module: register_state_dict_post_hook register_load_state_dict_pre_hook _register_state_dict_hook
    torch.optim.Optimizer: register_step_pre_hook register_step_post_hook
function handle
    torch.nn.modules.module: register_module_forward_hook register_module_full_backward_hook
method tensor graph
    torch.amp.GradScaler: scale
    torch.distributions.Distribution: rsample log_prob entropy
method tensor
    torch.distributions.Distribution: sample
constant tensor graph
    torch.Tensor: T mT H
constant tensor
    torch.Tensor: data grad
constant number
    torch.Tensor: shape ndim
    torch: pi inf nan
constant bool
    torch.Tensor: requires_grad is_cuda
    torch.backends.cudnn: benchmark deterministic
constant unknown
    torch: float32 int64 bool long
    torch.Tensor: device dtype grad_fn
function tensor graph
    torch: add sub mul div matmul mm bmm einsum tensordot dot outer sum mean prod std var norm max min median amax
    torch: amin logsumexp cumsum abs exp log sqrt pow sin cos tanh sigmoid relu softmax log_softmax clamp round floor
    torch: ceil sign cat stack hstack vstack where gather scatter index_select take masked_fill masked_select maximum
    torch: minimum lerp reshape flatten squeeze unsqueeze permute transpose t flip roll tril triu clone as_tensor
    torch: cdist bernoulli normal quantile
    torch.nn.functional: cross_entropy nll_loss binary_cross_entropy binary_cross_entropy_with_logits mse_loss l1_loss
    torch.nn.functional: smooth_l1_loss huber_loss kl_div ctc_loss triplet_margin_loss cosine_embedding_loss
    torch.nn.functional: hinge_embedding_loss margin_ranking_loss gaussian_nll_loss poisson_nll_loss soft_margin_loss
    torch.nn.functional: relu relu6 leaky_relu elu selu gelu silu mish softplus softmax log_softmax softmin sigmoid
    torch.nn.functional: tanh hardtanh hardsigmoid logsigmoid glu gumbel_softmax dropout dropout2d linear conv1d
    torch.nn.functional: conv2d conv3d conv_transpose2d max_pool2d avg_pool2d adaptive_avg_pool2d adaptive_max_pool2d
    torch.nn.functional: interpolate batch_norm layer_norm instance_norm group_norm normalize embedding pad unfold
    torch.nn.functional: fold grid_sample affine_grid cosine_similarity pairwise_distance pixel_shuffle
    torch.nn.functional: scaled_dot_product_attention
    torch.linalg: norm inv det solve pinv cholesky vector_norm
    torch.fft: fft ifft rfft irfft
    torch.special: expit logit entr
    torch.nn.utils.rnn: pad_sequence
    torch.utils.checkpoint: checkpoint
function tensor
    torch: eq ne lt le gt ge argmax argmin argsort all any isnan isinf isfinite isclose detach nonzero bincount
    torch: multinomial tensor from_numpy zeros ones empty full eye arange linspace rand randn randint randperm
    torch: zeros_like ones_like empty_like full_like rand_like randn_like bucketize searchsorted
    torch.nn.functional: one_hot
    torch.nn.utils: clip_grad_norm_ clip_grad_norm
    torch.nn.init: xavier_uniform_ kaiming_normal_ normal_ zeros_ constant_
function tensors graph
    torch: sort topk mode kthvalue std_mean var_mean slogdet
    torch.linalg: svd qr eigh
    torch.nn.utils.rnn: pad_packed_sequence
function tensors
    torch.autograd: grad
function list graph
    torch: chunk split unbind meshgrid broadcast_tensors
function number
    torch: numel get_num_threads initial_seed
    torch.cuda: device_count max_memory_allocated
    torch.distributed: get_rank get_world_size
function bool
    torch: is_tensor is_grad_enabled equal allclose is_floating_point
    torch.cuda: is_available
    torch.distributed: is_initialized
function none
    torch: save set_default_dtype use_deterministic_algorithms
    torch.autograd: backward
    torch.cuda: empty_cache synchronize set_device manual_seed_all
function module
    torch: compile
    torch.nn.utils: spectral_norm weight_norm
    torch.jit: script trace
function unknown
    torch: load manual_seed
    torch.distributed: all_reduce
    torch.utils.data: random_split
module tensor graph
    torch.nn: Linear Conv1d Conv2d ConvTranspose2d BatchNorm1d BatchNorm2d LayerNorm GroupNorm InstanceNorm2d Dropout
    torch.nn: Dropout2d ReLU LeakyReLU ELU GELU SiLU Sigmoid Tanh Softmax LogSoftmax Softplus MaxPool2d AvgPool2d
    torch.nn: AdaptiveAvgPool2d AdaptiveMaxPool2d Embedding Flatten Identity Upsample PixelShuffle TransformerEncoder
    torch.nn: TransformerEncoderLayer Transformer GRUCell RNNCell Bilinear CosineSimilarity PReLU Softmax2d
module tensors graph
    torch.nn: LSTM GRU RNN LSTMCell MultiheadAttention
module unknown
    torch.nn: Module Sequential ModuleList ModuleDict DataParallel
    torch.nn.parallel: DistributedDataParallel
loss tensor graph
    torch.nn: CrossEntropyLoss NLLLoss BCELoss BCEWithLogitsLoss MSELoss L1Loss SmoothL1Loss HuberLoss KLDivLoss
    torch.nn: CTCLoss TripletMarginLoss CosineEmbeddingLoss HingeEmbeddingLoss MarginRankingLoss GaussianNLLLoss
class tensor
    torch: Tensor FloatTensor LongTensor
    torch.cuda: FloatTensor LongTensor
    torch.nn: Parameter
    torch.autograd: Variable
class unknown
    torch: device Generator
    torch.amp: GradScaler
    torch.cuda: Event Stream
    torch.utils.hooks: RemovableHandle
    torch.utils.tensorboard: SummaryWriter
optimizer unknown
    torch.optim: Optimizer SGD Adam AdamW RMSprop Adagrad LBFGS
scheduler unknown
    torch.optim.lr_scheduler: StepLR CosineAnnealingLR OneCycleLR ReduceLROnPlateau LambdaLR LRScheduler _LRScheduler
dataset unknown
    torch.utils.data: Dataset IterableDataset TensorDataset Subset ConcatDataset
loader unknown
    torch.utils.data: DataLoader
sampler unknown
    torch.utils.data: Sampler RandomSampler WeightedRandomSampler BatchSampler
    torch.utils.data.distributed: DistributedSampler
distribution unknown
    torch.distributions: Distribution Normal Categorical Bernoulli
autograd-function unknown
    torch.autograd: Function
context unknown
    torch: no_grad enable_grad inference_mode set_grad_enabled autocast
    torch.autograd: detect_anomaly set_detect_anomaly
    torch.cuda: stream device
    torch.profiler: profile
    torch.cuda.amp: autocast
    torch.nn.parallel.DistributedDataParallel: no_sync
"""

SYNC = """
torch.Tensor.item torch.Tensor.tolist torch.Tensor.numpy torch.Tensor.cpu torch.Tensor.nonzero torch.Tensor.__bool__
torch.Tensor.__float__ torch.Tensor.__int__ torch.Tensor.__index__ torch.Tensor.__contains__
torch.Tensor.masked_select torch.Tensor.unique torch.Tensor.equal torch.Tensor.allclose torch.nonzero torch.unique
torch.masked_select torch.bincount torch.equal torch.allclose torch.nn.functional.one_hot torch.linalg.inv
torch.linalg.solve torch.linalg.svd torch.linalg.eigh torch.cuda.synchronize torch.amp.GradScaler.step
torch.distributions.Normal torch.distributed.barrier torch.argwhere torch.is_nonzero
""".split()
NO_SYNC = """
torch.Tensor.to torch.Tensor.cuda torch.Tensor.sum torch.Tensor.backward torch.Tensor.__getitem__
torch.Tensor.index_put torch.Tensor.size torch.Tensor.shape torch.Tensor.detach torch.where torch.topk
torch.Tensor.repeat_interleave torch.nn.functional.cross_entropy torch.nn.functional.embedding
torch.optim.Optimizer.step torch.multinomial torch.det torch.nn.utils.clip_grad_norm_ torch.linalg.inv_ex
torch.Tensor.argmax torch.Tensor.__len__ torch.Tensor.numel
""".split()
DEPRECATED = """
torch.autograd.Variable torch.cuda.amp.autocast torch.cuda.amp.GradScaler torch.cpu.amp.autocast torch.norm
torch.range torch.nn.utils.clip_grad_norm torch.nn.utils.weight_norm torch.nn.init.xavier_uniform
torch.nn.init.kaiming_normal torch.svd torch.qr torch.cholesky torch.symeig torch.eig torch.lstsq torch.ger
torch.chain_matmul torch.lu torch.set_default_tensor_type torch.nn.functional.upsample torch.nn.UpsamplingBilinear2d
torch.nn.NLLLoss2d torch.nn.Module.register_backward_hook torch.cuda.memory_cached torch.jit.script torch.rfft
torch.backends.cuda.sdp_kernel torch.accelerator.current_device_idx torch.testing.assert_allclose
torch.distributions.Distribution.sample_n
""".split()
NOT_DEPRECATED = """
torch.nn.functional.sigmoid torch.nn.functional.tanh torch.cross torch.stft torch.profiler.profile
torch.amp.GradScaler torch.autocast torch.nn.utils.clip_grad_norm_ torch.nn.init.xavier_uniform_ torch.linalg.norm
torch.nn.MSELoss torch.optim.lr_scheduler.LRScheduler.step torch.nn.Hardtanh torch.autograd.grad
torch.accelerator.current_device_index torch.nn.Module.state_dict torch.Tensor.scatter_
torch.nn.functional.interpolate torch.Tensor.type torch.Tensor.norm
""".split()
INPLACE = """
torch.Tensor.add_ torch.Tensor.__iadd__ torch.Tensor.__setitem__ torch.Tensor.zero_ torch.Tensor.detach_
torch.Tensor.requires_grad_ torch.nn.functional.relu_ torch.nn.init.normal_ torch.nn.init.normal
torch.nn.utils.clip_grad_norm_
""".split()
NOT_INPLACE = "torch.Tensor.add torch.Tensor.__index__ torch.Tensor.__int__ torch.Tensor.__init__ torch.clamp".split()

WANTED = """
logits: BCEWithLogitsLoss binary_cross_entropy_with_logits SoftMarginLoss soft_margin_loss MultiLabelSoftMarginLoss
logits: multilabel_soft_margin_loss
class-logits: CrossEntropyLoss cross_entropy
probabilities: BCELoss binary_cross_entropy
log-probabilities: NLLLoss nll_loss KLDivLoss kl_div CTCLoss ctc_loss
anything: MSELoss mse_loss L1Loss l1_loss SmoothL1Loss HuberLoss GaussianNLLLoss PoissonNLLLoss HingeEmbeddingLoss
anything: MultiMarginLoss MultiLabelMarginLoss MarginRankingLoss CosineEmbeddingLoss TripletMarginLoss
anything: triplet_margin_loss LinearCrossEntropyLoss
: Linear Sigmoid Softmax sigmoid log_softmax normalize AdaptiveLogSoftmaxWithLoss
"""
MODE = """
always: Dropout Dropout2d AlphaDropout FeatureAlphaDropout BatchNorm1d BatchNorm2d BatchNorm3d LazyBatchNorm2d
always: SyncBatchNorm RReLU TransformerEncoderLayer TransformerDecoderLayer TransformerEncoder Transformer
dropout: LSTM GRU RNN MultiheadAttention
track_running_stats: InstanceNorm1d InstanceNorm2d InstanceNorm3d
: Linear Conv2d LayerNorm GroupNorm RMSNorm Embedding LSTMCell ReLU Softmax Identity MaxPool2d FractionalMaxPool2d PReLU
: LocalResponseNorm Upsample BCELoss CrossEntropyLoss Bilinear Flatten GELU
"""
PARAMETERLESS = """
ReLU LeakyReLU ELU GELU GLU RReLU Sigmoid Softmax LogSoftmax Identity Flatten Dropout Dropout2d Upsample PixelShuffle
MaxPool2d AdaptiveAvgPool2d FractionalMaxPool2d MaxUnpool2d ConstantPad2d CircularPad2d Fold Unfold CosineSimilarity
LocalResponseNorm BCELoss CrossEntropyLoss MSELoss TripletMarginLoss
""".split()
WITH_PARAMETERS = """
Linear Conv2d ConvTranspose2d BatchNorm2d InstanceNorm2d LayerNorm GroupNorm RMSNorm Embedding PReLU Bilinear LSTM
GRUCell MultiheadAttention TransformerEncoderLayer LazyLinear LinearCrossEntropyLoss AdaptiveLogSoftmaxWithLoss Module
Sequential
""".split()

CANONICAL = {
    "torch.nn.modules.loss.BCELoss": "torch.nn.BCELoss",
    "torch.nn.modules.BCELoss": "torch.nn.BCELoss",
    "torch.nn.modules.module.Module": "torch.nn.Module",
    "torch.nn.modules.module.Module.eval": "torch.nn.Module.eval",
    "torch.nn.modules.linear.Linear.forward": "torch.nn.Linear.forward",
    "torch.nn.parameter.Parameter": "torch.nn.Parameter",
    "torch.nn.parallel.DataParallel": "torch.nn.DataParallel",
    "torch.nn.parallel.data_parallel.DataParallel": "torch.nn.DataParallel",
    "torch.nn.parallel.distributed.DistributedDataParallel": "torch.nn.parallel.DistributedDataParallel",
    "torch.nn.utils.clip_grad.clip_grad_norm_": "torch.nn.utils.clip_grad_norm_",
    "torch.nn.utils.spectral_norm.spectral_norm": "torch.nn.utils.spectral_norm",
    "torch.autograd.variable.Variable": "torch.autograd.Variable",
    "torch.autograd.grad_mode.no_grad": "torch.no_grad",
    "torch.autograd.no_grad": "torch.no_grad",
    "torch.autograd.function.Function": "torch.autograd.Function",
    "torch.autograd.anomaly_mode.detect_anomaly": "torch.autograd.detect_anomaly",
    "torch.amp.autocast": "torch.autocast",
    "torch.amp.autocast_mode.autocast": "torch.autocast",
    "torch.GradScaler": "torch.amp.GradScaler",
    "torch.cuda.amp.grad_scaler.GradScaler": "torch.cuda.amp.GradScaler",
    "torch.optim.adam.Adam": "torch.optim.Adam",
    "torch.optim.optimizer.Optimizer": "torch.optim.Optimizer",
    "torch.utils.data.dataloader.DataLoader": "torch.utils.data.DataLoader",
    "torch.utils.data.dataset.Dataset": "torch.utils.data.Dataset",
    "torch.utils.data.sampler.RandomSampler": "torch.utils.data.RandomSampler",
    "torch.utils.data.DistributedSampler": "torch.utils.data.distributed.DistributedSampler",
    "torch.utils.data.dataloader.default_collate": "torch.utils.data.default_collate",
    "torch.utils.data._utils.collate.default_collate": "torch.utils.data.default_collate",
    "torch.distributions.normal.Normal": "torch.distributions.Normal",
    "torch.distributions.kl.kl_divergence": "torch.distributions.kl_divergence",
    "torch.distributed.distributed_c10d.all_reduce": "torch.distributed.all_reduce",
    "torch.distributed.fsdp.fully_sharded_data_parallel.FullyShardedDataParallel": "torch.distributed.fsdp"
    ".FullyShardedDataParallel",
    "torch.functional.einsum": "torch.einsum",
    "torch.functional.norm": "torch.norm",
    "torch.random.manual_seed": "torch.manual_seed",
    "torch.serialization.load": "torch.load",
    "torch.conv2d": "torch.nn.functional.conv2d",
    "torch.cuda.random.manual_seed_all": "torch.cuda.manual_seed_all",
    "torch.cuda.memory.empty_cache": "torch.cuda.empty_cache",
    "torch.quantization.prepare": "torch.ao.quantization.prepare",
}


def expected() -> list[tuple[str, str, str, bool]]:
    """The names of EXPECTED with their kind, what they return and whether that has a graph."""
    rows, words = [], [""]
    for line in EXPECTED.strip().splitlines():
        if line.startswith(" "):
            namespace, _, shorts = line.strip().partition(": ")
            rows += [(f"{namespace}.{short}", words[0], words[1], "graph" in words) for short in shorts.split()]
        else:
            words = line.split()
    return rows


def in_nn(rows: str) -> list[tuple[str, str]]:
    """The losses and modules after each colon, with what stands before it."""
    found = []
    for line in rows.strip().splitlines():
        value, _, shorts = line.partition(":")
        spaces = {short: "torch.nn.functional" if short.islower() else "torch.nn" for short in shorts.split()}
        found += [(f"{space}.{short}", value) for short, space in spaces.items()]
    return found


def known(name: str) -> Fact:
    found = fact(name)
    assert found is not None, f"nothing is known of {name}"
    return found


@pytest.mark.parametrize(("name", "kind", "returns", "differentiable"), expected(), ids=lambda value: str(value))
def test_what_people_use_most(name: str, kind: str, returns: str, differentiable: bool) -> None:
    found = known(name)
    assert (found.kind, found.returns, found.differentiable) == (kind, returns, differentiable)
    assert canonical(name) == name


def test_what_waits_for_the_device() -> None:
    assert [name for name in SYNC if not known(name).sync] == []
    assert [name for name in NO_SYNC if known(name).sync] == []


def test_what_is_deprecated() -> None:
    assert [name for name in DEPRECATED if not known(name).deprecated] == []
    assert [name for name in NOT_DEPRECATED if known(name).deprecated] == []


def test_what_changes_its_input() -> None:
    assert [name for name in INPLACE if not known(name).inplace] == []
    assert [name for name in NOT_INPLACE if (found := fact(name)) is not None and found.inplace] == []


@pytest.mark.parametrize(("name", "wants"), in_nn(WANTED))
def test_what_losses_want(name: str, wants: str) -> None:
    assert known(name).wants == wants
    assert name in losses_wanting(wants)


@pytest.mark.parametrize(("name", "mode"), in_nn(MODE))
def test_which_modules_are_different_in_eval_mode(name: str, mode: str) -> None:
    assert known(name).mode == mode


def test_which_modules_have_parameters() -> None:
    assert [short for short in PARAMETERLESS if not known(f"torch.nn.{short}").parameterless] == []
    assert [short for short in WITH_PARAMETERS if known(f"torch.nn.{short}").parameterless] == []


def test_all_losses_want_something() -> None:
    losses = [name for name in names() if name.startswith("torch.nn.") and known(name).kind == "loss"]
    assert [name for name in losses if not known(name).wants] == [
        "torch.nn.modules.loss._Loss",
        "torch.nn.modules.loss._WeightedLoss",
    ]


@pytest.mark.parametrize(("name", "documented"), CANONICAL.items())
def test_names_are_found_wherever_they_were_imported_from(name: str, documented: str) -> None:
    assert canonical(name) == documented
    assert fact(name) == fact(documented)


@pytest.mark.parametrize(
    "name", ["torch.no_such_name", "torch.nn.quantized.Linear", "torchvision.models.resnet18", "mean", "torch", ""]
)
def test_unknown_names_come_back_unchanged(name: str) -> None:
    assert canonical(name) == name
    assert fact(name) is None


def test_documented_names_stay_as_they_are() -> None:
    assert [name for name in names() if canonical(name) != name] == []


def test_a_method_is_looked_up_on_tensors() -> None:
    assert method("item") == fact("torch.Tensor.item")
    assert method("shape") == fact("torch.Tensor.shape")
    assert method("zero_grad") is None


def test_only_the_known_words_are_used() -> None:
    facts = {known(name) for name in names()}
    assert {each.kind for each in facts} == set(get_args(Kind))
    assert {each.returns for each in facts} == RETURNS
    assert {each.mode for each in facts} == MODES
    assert {each.wants for each in facts} == WANTS
    assert not [each for each in facts if each.differentiable and each.returns in ("number", "bool", "none", "module")]


def test_the_table_is_read_as_its_head_says() -> None:
    text = "# a comment\ntorch\n also: torch.old\n  torch.older\n function tensor sync: f\n  g h\n class: C\n"
    table = parse(text + " loss sync parameterless mode=always wants=logits: L\n")
    no = dict.fromkeys(("differentiable", "inplace", "sync", "parameterless", "deprecated"), False)
    f = Fact("function", "tensor", **no | {"sync": True}, mode="", wants="")
    c = Fact("class", "unknown", **no, mode="", wants="")
    loss = Fact("loss", "unknown", **no | {"sync": True, "parameterless": True}, mode="always", wants="logits")
    assert table.namespaces == {"torch": {"f": f, "g": f, "h": f, "C": c, "L": loss}}
    assert table.homes == {"torch.old": ["torch"], "torch.older": ["torch"]}


def test_the_table_is_read_in_no_time() -> None:
    text, times = TABLE.read_text(encoding="utf-8"), []
    for _ in range(10):
        start = time.perf_counter()
        parse(text)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.02, "ten times and more what it took when it was written"


def test_the_table_is_read_when_it_is_asked_for_and_without_torch() -> None:
    code = (
        "import sys; from torchlint.knowledge import torch_api\n"
        "before = torch_api._table.cache_info().currsize; torch_api.fact('torch.no_grad')\n"
        "print(before, torch_api._table.cache_info().currsize, 'torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "1", "False"]


def shown_by() -> str:
    """The version of torch that the table was made with."""
    head = TABLE.read_text(encoding="utf-8").partition("\n")[0]
    return head.partition(" as torch ")[2].partition(" ")[0]


def why_not_here() -> str:
    """Why the table cannot be made anew in this environment; empty where it can."""
    lacking = [package for package in ("torch", "numpy", "expecttest") if find_spec(package) is None]
    if lacking:
        return f"making the table needs {', '.join(lacking)}: install torchlint[dev]"
    if sys.platform != "linux":
        return "the table is made with torch's build for Linux; others lack some names"
    installed = importlib.metadata.version("torch").partition("+")[0]
    if installed != shown_by():
        return f"the table was made with torch {shown_by()}, and torch {installed} is installed"
    return ""


@pytest.mark.skipif(bool(why_not_here()), reason=why_not_here() or "never")
def test_torch_still_shows_what_the_table_says() -> None:
    command = [sys.executable, "-m", "tools.generate_torch_api"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout == TABLE.read_text(encoding="utf-8"), "run `python -m tools.generate_torch_api --write`"


def test_the_reason_for_not_making_the_table_names_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    module = "tests.knowledge.test_torch_api"
    monkeypatch.setattr(f"{module}.find_spec", lambda package: None if package == "expecttest" else True)
    assert why_not_here() == "making the table needs expecttest: install torchlint[dev]"
    monkeypatch.setattr(f"{module}.find_spec", lambda package: True)
    monkeypatch.setattr(importlib.metadata, "version", lambda package: "0.4.1")
    assert why_not_here() == f"the table was made with torch {shown_by()}, and torch 0.4.1 is installed"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert "Linux" in why_not_here()
