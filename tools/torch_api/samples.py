"""Calls in the form that people write, for names without samples in PyTorch's tests or with several forms.

What these show stands above what OpInfo shows: `torch.max(x)` says what torch.max returns, not `torch.max(x, 1)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import torch

from torch_api.measure import Seen, observe
from torch_api.surface import Entry


def calls(entries: dict[str, Entry]) -> dict[str, Seen]:
    """What the calls below show, by name; a name that is none of PyTorch's is an error."""
    found = {}
    for name, expression in _expressions():
        if name not in entries:
            raise KeyError(f"{name} is not a public name, but has a sample: {expression}")
        code = compile(expression, name, "eval")
        wanted = frozenset(re.findall(r"(?<![.\w'])[A-Za-z_]+", expression))
        try:
            found[name] = observe(lambda given: eval(code, given), lambda: _given(wanted))
        except Exception as error:
            raise RuntimeError(f"the sample of {name} does not run: {expression}") from error
    return found


def _expressions() -> Iterator[tuple[str, str]]:
    """The names below with their expressions."""
    namespace = ""
    for line in CALLS.splitlines():
        if line.startswith(" "):
            short, expression = line.split(maxsplit=1)
            yield f"{namespace}.{short}", expression
        elif line:
            namespace = line


def _given(wanted: frozenset[str]) -> dict[str, Any]:
    """The variables of the expressions, those for training only where one is wanted."""
    return _tensors() | (_training() if wanted & TRAINING else {})


def _tensors() -> dict[str, Any]:
    """Short names for modules, and tensors; those of floating-point numbers have a graph and are not its leaves."""

    def floats(*shape: int) -> torch.Tensor:
        return torch.rand(*shape, requires_grad=True) * 1

    square = floats(3, 3)
    return {
        "torch": torch,
        "nn": torch.nn,
        "F": torch.nn.functional,
        "D": torch.distributions,
        "rnn": torch.nn.utils.rnn,
        "x": floats(2, 3),
        "y": floats(2, 3),
        "one": floats(1).sum(),
        "vector": floats(4),
        "square": square,
        "definite": square @ square.T + torch.eye(3),
        "batch": floats(2, 3, 3),
        "series": floats(1, 2, 8),
        "image": floats(1, 4, 8, 8),
        "volume": floats(1, 2, 8, 8, 8),
        "plain": torch.rand(2, 3),
        "leaf": torch.rand(2, 3, requires_grad=True),
        "mask": torch.tensor([[True, False, True], [False, True, False]]),
        "ids": torch.tensor([0, 1]),
        "whole": torch.tensor([[1, 2, 3], [4, 5, 6]]),
        "sparse": torch.eye(3).to_sparse(),
        "quantized": torch.quantize_per_tensor(torch.rand(2, 3), 0.1, 0, torch.quint8),
    }


def _training() -> dict[str, Any]:
    """Modules with gradients, and what trains them."""
    linear = torch.nn.Linear(3, 3)
    optimizer = torch.optim.SGD(linear.parameters(), 0.1)
    loss = linear(torch.rand(2, 3)).sum()
    loss.backward(retain_graph=True)
    scaler, stepped = torch.amp.GradScaler("cpu"), torch.amp.GradScaler("cpu")
    for each in scaler, stepped:
        each.scale(loss)
    stepped.step(optimizer)
    rows = torch.utils.data.TensorDataset(torch.rand(4, 2))
    mean = torch.rand(2, 3, requires_grad=True) * 1
    return {
        "linear": linear,
        "chain": torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.ReLU()),
        "parts": torch.nn.ModuleList([torch.nn.Linear(3, 3)]),
        "named": torch.nn.ModuleDict({"a": torch.nn.Linear(3, 3)}),
        "weights": torch.nn.ParameterList([torch.rand(2)]),
        "averaged": torch.optim.swa_utils.AveragedModel(linear),
        "optimizer": optimizer,
        "scheduler": torch.optim.lr_scheduler.StepLR(optimizer, 1),
        "plateau": torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer),
        "scaler": scaler,
        "stepped": stepped,
        "normal": torch.distributions.Normal(mean, mean.exp()),
        "rows": rows,
        "loader": torch.utils.data.DataLoader(rows, 2),
        "packed": torch.nn.utils.rnn.pack_sequence([mean, mean[:1]]),
        "handle": linear.register_forward_hook(lambda *_: None),
        "generator": torch.Generator(),
    }


TRAINING = frozenset(_training())

CALLS = """
torch
 max                torch.max(x)
 min                torch.min(x)
 median             torch.median(x)
 nanmedian          torch.nanmedian(x)
 where              torch.where(mask, x, y)
 std                torch.std(x)
 var                torch.var(x)
 norm               torch.norm(x)
 quantile           torch.quantile(x, 0.5)
 argmax             torch.argmax(x)
 all                torch.all(mask)
 any                torch.any(mask)
 unique             torch.unique(x)
 nonzero            torch.nonzero(x)
 einsum             torch.einsum('ij,kj->ik', x, y)
 detach             torch.detach(x)
 detach_            torch.detach_(x)
 tensor             torch.tensor([1.0])
 as_tensor          torch.as_tensor(x)
 asarray            torch.asarray(x)
 from_numpy         torch.from_numpy(plain.numpy())
 from_dlpack        torch.from_dlpack(plain)
 frombuffer         torch.frombuffer(bytearray(8), dtype=torch.float32)
 scalar_tensor      torch.scalar_tensor(1.0)
 arange             torch.arange(4)
 range              torch.range(0, 3)
 rand               torch.rand(2)
 randn              torch.randn(2)
 randint            torch.randint(3, (2,))
 randperm           torch.randperm(4)
 rand_like          torch.rand_like(x)
 randn_like         torch.randn_like(x)
 randint_like       torch.randint_like(x, 3)
 zeros              torch.zeros(2)
 ones               torch.ones(2)
 normal             torch.normal(x, y)
 poisson            torch.poisson(x)
 bernoulli          torch.bernoulli(x)
 binomial           torch.binomial(x, y)
 bartlett_window    torch.bartlett_window(4)
 blackman_window    torch.blackman_window(4)
 hamming_window     torch.hamming_window(4)
 hann_window        torch.hann_window(4)
 kaiser_window      torch.kaiser_window(4)
 vander             torch.vander(vector)
 relu               torch.relu(x)
 rrelu              torch.rrelu(x)
 selu               torch.selu(x)
 celu               torch.celu(x)
 threshold          torch.threshold(x, 0.5, 0.0)
 dropout            torch.dropout(x, 0.5, True)
 dropout_           torch.dropout_(x, 0.5, True)
 alpha_dropout      torch.alpha_dropout(x, 0.5, True)
 alpha_dropout_     torch.alpha_dropout_(x, 0.5, True)
 feature_dropout    torch.feature_dropout(x, 0.5, True)
 feature_dropout_   torch.feature_dropout_(x, 0.5, True)
 feature_alpha_dropout  torch.feature_alpha_dropout(x, 0.5, True)
 feature_alpha_dropout_ torch.feature_alpha_dropout_(x, 0.5, True)
 embedding          torch.embedding(x, ids)
 embedding_renorm_  torch.embedding_renorm_(plain, ids, 1.0, 2.0)
 embedding_bag      torch.embedding_bag(x, ids, ids[:1])
 batch_norm         torch.batch_norm(x, None, None, None, None, True, 0.1, 1e-5, False)
 instance_norm      torch.instance_norm(series, None, None, None, None, True, 0.1, 1e-5, False)
 max_pool1d         torch.max_pool1d(series, 2)
 max_pool1d_with_indices torch.max_pool1d_with_indices(series, 2)
 max_pool2d         torch.max_pool2d(image, 2)
 max_pool3d         torch.max_pool3d(volume, 2)
 adaptive_max_pool1d torch.adaptive_max_pool1d(series, 2)
 convolution        torch.convolution(image, image, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1)
 grid_sampler       torch.grid_sampler(image, image[..., :2], 0, 0, False)
 affine_grid_generator torch.affine_grid_generator(x[None], [1, 1, 2, 2], False)
 binary_cross_entropy_with_logits torch.binary_cross_entropy_with_logits(x, plain)
 cosine_embedding_loss torch.cosine_embedding_loss(x, y, torch.ones(2))
 ctc_loss           torch.ctc_loss(series.log_softmax(2)[0][:, None], ids[None] + 1, (2,), (2,))
 hinge_embedding_loss torch.hinge_embedding_loss(x, torch.ones(2, 3))
 kl_div             torch.kl_div(x, plain)
 margin_ranking_loss torch.margin_ranking_loss(x, y, torch.ones(2, 3))
 poisson_nll_loss   torch.poisson_nll_loss(x, plain, True, False, 1e-8, 1)
 triplet_margin_loss torch.triplet_margin_loss(x, y, plain)
 lstm               torch.lstm(batch, (torch.zeros(1, 3, 3),) * 2, nn.LSTM(3, 3)._flat_weights, True, 1, 0.0, True, False, False)
 gru                torch.gru(batch, torch.zeros(1, 3, 3), nn.GRU(3, 3)._flat_weights, True, 1, 0.0, True, False, False)
 rnn_tanh           torch.rnn_tanh(batch, torch.zeros(1, 3, 3), nn.RNN(3, 3)._flat_weights, True, 1, 0.0, True, False, False)
 rnn_relu           torch.rnn_relu(batch, torch.zeros(1, 3, 3), nn.RNN(3, 3)._flat_weights, True, 1, 0.0, True, False, False)
 gru_cell           torch.gru_cell(x, y, *nn.GRUCell(3, 3).parameters())
 lstm_cell          torch.lstm_cell(x, (x, y), *nn.LSTMCell(3, 3).parameters())
 rnn_tanh_cell      torch.rnn_tanh_cell(x, y, *nn.RNNCell(3, 3).parameters())
 rnn_relu_cell      torch.rnn_relu_cell(x, y, *nn.RNNCell(3, 3).parameters())
 chain_matmul       torch.chain_matmul(x, square, square)
 slogdet            torch.slogdet(definite)
 lobpcg             torch.lobpcg(torch.eye(9) * one + 1, k=1)
 frobenius_norm     torch.frobenius_norm(x, [0])
 nuclear_norm       torch.nuclear_norm(x)
 norm_except_dim    torch.norm_except_dim(x, 2, 0)
 unsafe_split_with_sizes torch.unsafe_split_with_sizes(x, [1, 1])
 slice_inverse      torch.slice_inverse(x, x)
 resize_as_         torch.resize_as_(plain, plain)
 dequantize         torch.dequantize(quantized)
 int_repr           torch.int_repr(quantized)
 quantize_per_tensor torch.quantize_per_tensor(plain, 0.1, 0, torch.quint8)
 quantize_per_channel torch.quantize_per_channel(plain, torch.ones(2), torch.zeros(2), 0, torch.quint8)
 fake_quantize_per_tensor_affine torch.fake_quantize_per_tensor_affine(x, 0.1, 0, 0, 255)
 fake_quantize_per_channel_affine torch.fake_quantize_per_channel_affine(x, torch.ones(2), torch.zeros(2), 0, 0, 255)
 sparse_coo_tensor  torch.sparse_coo_tensor(whole[:, :2] - 1, vector[:2], (9, 9))
 sparse_csr_tensor  torch.sparse_csr_tensor([0, 1, 2], [0, 1], vector[:2])
 sparse_csc_tensor  torch.sparse_csc_tensor([0, 1, 2], [0, 1], vector[:2])
 sparse_bsr_tensor  torch.sparse_bsr_tensor([0, 1], [0], vector.view(1, 2, 2))
 sparse_bsc_tensor  torch.sparse_bsc_tensor([0, 1], [0], vector.view(1, 2, 2))
 sparse_compressed_tensor torch.sparse_compressed_tensor([0, 1, 2], [0, 1], vector[:2], layout=torch.sparse_csr)
 hspmm              torch.hspmm(sparse, square)
 smm                torch.smm(sparse, square)
 spmm               torch.spmm(sparse, square)
 dsmm               torch.dsmm(sparse, square)
 hsmm               torch.hsmm(sparse, square)
 sspaddmm           torch.sspaddmm(sparse, sparse, square)
 is_tensor          torch.is_tensor(x)
 is_storage         torch.is_storage(x)
 is_complex         torch.is_complex(x)
 is_conj            torch.is_conj(x)
 is_neg             torch.is_neg(x)
 is_floating_point  torch.is_floating_point(x)
 is_nonzero         torch.is_nonzero(one)
 is_same_size       torch.is_same_size(x, y)
 is_signed          torch.is_signed(x)
 is_inference       torch.is_inference(x)
 is_distributed     torch.is_distributed(x)
 is_grad_enabled    torch.is_grad_enabled()
 is_inference_mode_enabled torch.is_inference_mode_enabled()
 is_anomaly_enabled torch.is_anomaly_enabled()
 is_anomaly_check_nan_enabled torch.is_anomaly_check_nan_enabled()
 is_autocast_enabled torch.is_autocast_enabled()
 is_autocast_cpu_enabled torch.is_autocast_cpu_enabled()
 is_autocast_cache_enabled torch.is_autocast_cache_enabled()
 is_vulkan_available torch.is_vulkan_available()
 are_deterministic_algorithms_enabled torch.are_deterministic_algorithms_enabled()
 can_cast           torch.can_cast(torch.float32, torch.int32)
 numel              torch.numel(x)
 get_device         torch.get_device(x)
 get_num_threads    torch.get_num_threads()
 get_num_interop_threads torch.get_num_interop_threads()
 get_rng_state      torch.get_rng_state()
 set_rng_state      torch.set_rng_state(torch.get_rng_state())
 initial_seed       torch.initial_seed()
 seed               torch.seed()
 set_default_dtype  torch.set_default_dtype(torch.float32)
 set_num_threads    torch.set_num_threads(torch.get_num_threads())
 set_printoptions   torch.set_printoptions()
 set_flush_denormal torch.set_flush_denormal(False)
 set_float32_matmul_precision torch.set_float32_matmul_precision('highest')
 use_deterministic_algorithms torch.use_deterministic_algorithms(False)
 FloatTensor        torch.FloatTensor(2, 3)
 DoubleTensor       torch.DoubleTensor(2, 3)
 HalfTensor         torch.HalfTensor(2, 3)
 BFloat16Tensor     torch.BFloat16Tensor(2, 3)
 ByteTensor         torch.ByteTensor(2, 3)
 CharTensor         torch.CharTensor(2, 3)
 ShortTensor        torch.ShortTensor(2, 3)
 IntTensor          torch.IntTensor(2, 3)
 LongTensor         torch.LongTensor(2, 3)
 BoolTensor         torch.BoolTensor(2, 3)
 Tensor             torch.Tensor(2, 3)
 Size               torch.Size([2])
torch.Tensor
 max                x.max()
 min                x.min()
 median             x.median()
 nanmedian          x.nanmedian()
 mean               x.mean()
 sum                x.sum()
 std                x.std()
 var                x.var()
 norm               x.norm()
 prod               x.prod()
 quantile           x.quantile(0.5)
 all                mask.all()
 any                mask.any()
 unique             x.unique()
 nonzero            x.nonzero()
 where              x.where(mask, y)
 select             x.select(0, 0)
 values             square.to_sparse().values()
 indices            sparse.coalesce().indices()
 bmm                batch.bmm(batch)
 to                 x.to(torch.float64)
 type               x.type(torch.float64)
 type_as            x.type_as(y)
 float              x.float()
 double             x.double()
 half               x.half()
 bfloat16           x.bfloat16()
 long               x.long()
 int                x.int()
 short              x.short()
 char               x.char()
 byte               x.byte()
 bool               x.bool()
 cpu                x.cpu()
 clone              x.clone()
 contiguous         x.contiguous()
 detach             x.detach()
 detach_            x.detach_()
 requires_grad_     x.requires_grad_()
 retain_grad        x.retain_grad()
 backward           one.backward()
 register_hook      x.register_hook(print)
 register_post_accumulate_grad_hook leaf.register_post_accumulate_grad_hook(print)
 item               one.item()
 tolist             vector.tolist()
 numpy              plain.numpy()
 __array__          plain.__array__()
 __bool__           bool(one)
 __float__          float(one)
 __int__            int(one)
 __index__          whole[0, 0].__index__()
 __complex__        one.__complex__()
 __len__            len(x)
 __iter__           list(x)
 __reversed__       reversed(x)
 __contains__       0.5 in x
 __getitem__        x[0]
 __setitem__        x.__setitem__(0, 0.0)
 __pos__            +x
 __truediv__        x / y
 __floordiv__       x // y
 __rfloordiv__      1 // x
 __mod__            x % y
 __itruediv__       x.__itruediv__(y)
 __ifloordiv__      x.__ifloordiv__(y)
 __imod__           x.__imod__(y)
 __imul__           x.__imul__(y)
 __invert__         ~mask
 __and__            mask & mask
 __or__             mask | mask
 __xor__            mask ^ mask
 __iand__           mask.__iand__(mask)
 __ior__            mask.__ior__(mask)
 __ixor__           mask.__ixor__(mask)
 __lshift__         whole << 1
 __rshift__         whole >> 1
 __ilshift__        whole.__ilshift__(1)
 __irshift__        whole.__irshift__(1)
 __rlshift__        whole.__rlshift__(1)
 __rrshift__        whole.__rrshift__(1)
 apply_             plain.apply_(lambda value: value)
 map_               plain.map_(plain, lambda a, b: a)
 map2_              plain.map2_(plain, plain, lambda a, b, c: a)
 as_subclass        x.as_subclass(torch.Tensor)
 bernoulli_         x.bernoulli_()
 cauchy_            x.cauchy_()
 exponential_       x.exponential_()
 geometric_         x.geometric_(0.5)
 log_normal_        x.log_normal_()
 normal_            x.normal_()
 random_            x.random_()
 uniform_           x.uniform_()
 zero_              x.zero_()
 fill_              x.fill_(0.0)
 fill_diagonal_     x.fill_diagonal_(0.0)
 copy_              x.copy_(y)
 set_               plain.set_(torch.rand(2))
 resize_            plain.resize_(3)
 resize_as_         plain.resize_as_(plain)
 resize             plain.resize(3, 2)
 resize_as          plain.resize_as(plain)
 share_memory_      plain.share_memory_()
 float_power_       x.double().float_power_(2)
 relu               x.relu()
 relu_              x.relu_()
 prelu              x.prelu(vector[:1])
 hardshrink         x.hardshrink()
 coalesce           square.to_sparse().coalesce()
 slogdet            definite.slogdet()
 smm                sparse.smm(square)
 sspaddmm           sparse.sspaddmm(sparse, square)
 sparse_mask        square.sparse_mask(sparse.coalesce())
 to_dense           square.to_sparse().to_dense()
 to_sparse          square.to_sparse()
 to_sparse_coo      square.to_sparse_coo()
 to_sparse_csr      square.to_sparse_csr()
 to_sparse_csc      square.to_sparse_csc()
 to_sparse_bsr      vector.view(2, 2).to_sparse_bsr((1, 1))
 to_sparse_bsc      vector.view(2, 2).to_sparse_bsc((1, 1))
 to_padded_tensor   torch.nested.as_nested_tensor([x, y]).to_padded_tensor(0.0)
 crow_indices       sparse.to_sparse_csr().crow_indices()
 col_indices        sparse.to_sparse_csr().col_indices()
 ccol_indices       sparse.to_sparse_csc().ccol_indices()
 row_indices        sparse.to_sparse_csc().row_indices()
 dequantize         quantized.dequantize()
 int_repr           quantized.int_repr()
 q_scale            quantized.q_scale()
 q_zero_point       quantized.q_zero_point()
 slice_inverse      x.slice_inverse(x)
 unsafe_split_with_sizes x.unsafe_split_with_sizes([1, 1])
 module_load        plain.module_load(plain)
 new                x.new(2)
 new_tensor         x.new_tensor([1.0])
 new_zeros          x.new_zeros(2)
 new_ones           x.new_ones(2)
 new_empty          x.new_empty(2)
 new_full           x.new_full((2,), 1.0)
 size               x.size()
 dim                x.dim()
 ndimension         x.ndimension()
 numel              x.numel()
 nelement           x.nelement()
 stride             x.stride()
 element_size       x.element_size()
 data_ptr           x.data_ptr()
 const_data_ptr     x.const_data_ptr()
 dim_order          x.dim_order()
 dense_dim          sparse.dense_dim()
 sparse_dim         sparse.sparse_dim()
 storage_offset     x.storage_offset()
 get_device         x.get_device()
 is_complex         x.is_complex()
 is_conj            x.is_conj()
 is_neg             x.is_neg()
 is_contiguous      x.is_contiguous()
 is_coalesced       sparse.is_coalesced()
 is_distributed     x.is_distributed()
 is_floating_point  x.is_floating_point()
 is_inference       x.is_inference()
 is_nonzero         one.is_nonzero()
 is_same_size       x.is_same_size(y)
 is_set_to          x.is_set_to(y)
 is_shared          x.is_shared()
 is_signed          x.is_signed()
 is_pinned          x.is_pinned()
 storage            x.storage()
 untyped_storage    x.untyped_storage()
torch.nn.functional
 max_pool1d         F.max_pool1d(series, 2)
 max_pool2d         F.max_pool2d(image, 2)
 max_pool3d         F.max_pool3d(volume, 2)
 max_pool1d_with_indices F.max_pool1d_with_indices(series, 2)
 max_pool2d_with_indices F.max_pool2d_with_indices(image, 2)
 max_pool3d_with_indices F.max_pool3d_with_indices(volume, 2)
 adaptive_max_pool1d F.adaptive_max_pool1d(series, 2)
 adaptive_max_pool2d F.adaptive_max_pool2d(image, 2)
 adaptive_max_pool3d F.adaptive_max_pool3d(volume, 2)
 adaptive_max_pool1d_with_indices F.adaptive_max_pool1d_with_indices(series, 2)
 adaptive_max_pool2d_with_indices F.adaptive_max_pool2d_with_indices(image, 2)
 adaptive_max_pool3d_with_indices F.adaptive_max_pool3d_with_indices(volume, 2)
 fractional_max_pool2d F.fractional_max_pool2d(image, 2, output_size=2)
 fractional_max_pool3d F.fractional_max_pool3d(volume, 2, output_size=2)
 fractional_max_pool2d_with_indices F.fractional_max_pool2d_with_indices(image, 2, output_size=2)
 fractional_max_pool3d_with_indices F.fractional_max_pool3d_with_indices(volume, 2, output_size=2)
 lp_pool1d          F.lp_pool1d(series, 2, 2)
 lp_pool2d          F.lp_pool2d(image, 2, 2)
 lp_pool3d          F.lp_pool3d(volume, 2, 2)
 affine_grid        F.affine_grid(x[None], [1, 1, 2, 2], align_corners=False)
 conv_tbc           F.conv_tbc(batch, batch, torch.zeros(3))
 dropout1d          F.dropout1d(series)
 fold               F.fold(torch.rand(1, 8, 4, requires_grad=True), (4, 4), 2, stride=2)
 gumbel_softmax     F.gumbel_softmax(x)
 one_hot            F.one_hot(ids)
 upsample           F.upsample(image, scale_factor=2)
 embedding          F.embedding(ids, x)
 multi_head_attention_forward F.multi_head_attention_forward(batch, batch, batch, 3, 1, torch.rand(9, 3), torch.rand(9), None, None, False, 0.0, square, torch.rand(3))
torch.nn
 AdaptiveLogSoftmaxWithLoss nn.AdaptiveLogSoftmaxWithLoss(3, 9, [4])(x, ids)
 AdaptiveMaxPool1d  nn.AdaptiveMaxPool1d(2)(series)
 AdaptiveMaxPool2d  nn.AdaptiveMaxPool2d(2)(image)
 AdaptiveMaxPool3d  nn.AdaptiveMaxPool3d(2)(volume)
 MaxPool1d          nn.MaxPool1d(2)(series)
 MaxPool2d          nn.MaxPool2d(2)(image)
 MaxPool3d          nn.MaxPool3d(2)(volume)
 FractionalMaxPool2d nn.FractionalMaxPool2d(2, 2)(image)
 FractionalMaxPool3d nn.FractionalMaxPool3d(2, 2)(volume)
 MaxUnpool1d        nn.MaxUnpool1d(2)(*F.max_pool1d(series, 2, return_indices=True))
 MaxUnpool2d        nn.MaxUnpool2d(2)(*F.max_pool2d(image, 2, return_indices=True))
 MaxUnpool3d        nn.MaxUnpool3d(2)(*F.max_pool3d(volume, 2, return_indices=True))
 AlphaDropout       nn.AlphaDropout()(x)
 FeatureAlphaDropout nn.FeatureAlphaDropout()(image)
 Dropout            nn.Dropout()(x)
 Dropout1d          nn.Dropout1d()(series)
 Dropout2d          nn.Dropout2d()(image)
 Dropout3d          nn.Dropout3d()(volume)
 ChannelShuffle     nn.ChannelShuffle(2)(image)
 CosineSimilarity   nn.CosineSimilarity()(x, y)
 PairwiseDistance   nn.PairwiseDistance()(x, y)
 CrossMapLRN2d      nn.CrossMapLRN2d(2)(image)
 EmbeddingBag       nn.EmbeddingBag(4, 2)(whole[:, :2] % 4)
 Embedding          nn.Embedding(4, 2)(ids)
 Flatten            nn.Flatten()(image)
 Unflatten          nn.Unflatten(1, (2, 2))(image)
 Fold               nn.Fold((4, 4), 2, stride=2)(torch.rand(1, 8, 4, requires_grad=True))
 Unfold             nn.Unfold(2)(image)
 Hardsigmoid        nn.Hardsigmoid()(x)
 RReLU              nn.RReLU()(x)
 Identity           nn.Identity()(x)
 LazyBatchNorm1d    nn.LazyBatchNorm1d()(x)
 LazyBatchNorm2d    nn.LazyBatchNorm2d()(image)
 LazyBatchNorm3d    nn.LazyBatchNorm3d()(volume)
 LazyInstanceNorm1d nn.LazyInstanceNorm1d()(series)
 LazyInstanceNorm2d nn.LazyInstanceNorm2d()(image)
 LazyInstanceNorm3d nn.LazyInstanceNorm3d()(volume)
 LazyLinear         nn.LazyLinear(2)(x)
 PixelShuffle       nn.PixelShuffle(2)(image)
 PixelUnshuffle     nn.PixelUnshuffle(2)(image)
 SyncBatchNorm      nn.SyncBatchNorm(3).eval()(x)
 TransformerDecoder nn.TransformerDecoder(nn.TransformerDecoderLayer(3, 1), 1)(batch, batch)
 TransformerEncoder nn.TransformerEncoder(nn.TransformerEncoderLayer(3, 1), 1)(batch)
 Upsample           nn.Upsample(scale_factor=2)(image)
 UpsamplingNearest2d nn.UpsamplingNearest2d(scale_factor=2)(image)
 UpsamplingBilinear2d nn.UpsamplingBilinear2d(scale_factor=2)(image)
 NLLLoss2d          nn.NLLLoss2d()(image, torch.zeros(1, 8, 8, dtype=torch.long))
 TripletMarginLoss  nn.TripletMarginLoss()(x, y, plain)
 TripletMarginWithDistanceLoss nn.TripletMarginWithDistanceLoss()(x, y, plain)
 CTCLoss            nn.CTCLoss()(series.log_softmax(2)[0][:, None], ids[None] + 1, (2,), (2,))
 Parameter          nn.Parameter(x)
 Buffer             nn.Buffer(x)
 UninitializedParameter nn.UninitializedParameter()
 UninitializedBuffer nn.UninitializedBuffer()
torch.nn.utils
 clip_grad_norm_    nn.utils.clip_grad_norm_(linear.parameters(), 1.0)
 clip_grad_norm     nn.utils.clip_grad_norm(linear.parameters(), 1.0)
 clip_grad_value_   nn.utils.clip_grad_value_(linear.parameters(), 1.0)
 clip_grads_with_norm_ nn.utils.clip_grads_with_norm_(linear.parameters(), 1.0, torch.ones(()))
 get_total_norm     nn.utils.get_total_norm([plain])
 parameters_to_vector nn.utils.parameters_to_vector(linear.parameters())
 vector_to_parameters nn.utils.vector_to_parameters(torch.rand(12), linear.parameters())
 spectral_norm      nn.utils.spectral_norm(linear)
 remove_spectral_norm nn.utils.remove_spectral_norm(nn.utils.spectral_norm(linear))
 weight_norm        nn.utils.weight_norm(linear)
 remove_weight_norm nn.utils.remove_weight_norm(nn.utils.weight_norm(linear))
 skip_init          nn.utils.skip_init(nn.Linear, 2, 3)
 fuse_conv_bn_eval  nn.utils.fuse_conv_bn_eval(nn.Conv2d(2, 2, 1).eval(), nn.BatchNorm2d(2).eval())
 fuse_linear_bn_eval nn.utils.fuse_linear_bn_eval(linear.eval(), nn.BatchNorm1d(3).eval())
 convert_conv2d_weight_memory_format nn.utils.convert_conv2d_weight_memory_format(linear, torch.channels_last)
 convert_conv3d_weight_memory_format nn.utils.convert_conv3d_weight_memory_format(linear, torch.channels_last_3d)
torch.nn.utils.parametrizations
 orthogonal         nn.utils.parametrizations.orthogonal(linear)
 spectral_norm      nn.utils.parametrizations.spectral_norm(linear)
 weight_norm        nn.utils.parametrizations.weight_norm(linear)
torch.nn.utils.parametrize
 register_parametrization nn.utils.parametrize.register_parametrization(linear, 'weight', nn.ReLU())
torch.nn.utils.prune
 identity           nn.utils.prune.identity(linear, 'weight')
 l1_unstructured    nn.utils.prune.l1_unstructured(linear, 'weight', 1)
 ln_structured      nn.utils.prune.ln_structured(linear, 'weight', 1, 2, 0)
 random_structured  nn.utils.prune.random_structured(linear, 'weight', 1, 0)
 random_unstructured nn.utils.prune.random_unstructured(linear, 'weight', 1)
 custom_from_mask   nn.utils.prune.custom_from_mask(linear, 'weight', torch.ones(3, 3))
 remove             nn.utils.prune.remove(nn.utils.prune.identity(linear, 'weight'), 'weight')
torch.nn.utils.rnn
 pack_padded_sequence rnn.pack_padded_sequence(batch, [3, 2], batch_first=True)
 pack_sequence      rnn.pack_sequence([x, y])
 pad_packed_sequence rnn.pad_packed_sequence(packed)
 pad_sequence       rnn.pad_sequence([x, y])
 unpack_sequence    rnn.unpack_sequence(packed)
 unpad_sequence     rnn.unpad_sequence(batch, torch.tensor([3, 2]), batch_first=True)
 invert_permutation rnn.invert_permutation(ids)
 PackedSequence     packed
torch.nn.utils.rnn.PackedSequence
 to                 packed.to('cpu')
 cpu                packed.cpu()
 float              packed.float()
 double             packed.double()
 half               packed.half()
torch.nn.utils.stateless
 functional_call    nn.utils.stateless.functional_call(linear, {}, (x,))
torch.nn.init
 calculate_gain     nn.init.calculate_gain('relu')
 constant           nn.init.constant(plain, 0.0)
 dirac              nn.init.dirac(torch.rand(2, 2, 2))
 eye                nn.init.eye(plain)
 kaiming_normal     nn.init.kaiming_normal(plain)
 kaiming_uniform    nn.init.kaiming_uniform(plain)
 normal             nn.init.normal(plain)
 orthogonal         nn.init.orthogonal(plain)
 sparse             nn.init.sparse(plain, 0.5)
 uniform            nn.init.uniform(plain)
 xavier_normal      nn.init.xavier_normal(plain)
 xavier_uniform     nn.init.xavier_uniform(plain)
torch.nn.Module
 apply              linear.apply(type)
 eval               linear.eval()
 train              linear.train()
 to                 linear.to('cpu')
 to_empty           linear.to_empty(device='cpu')
 cpu                linear.cpu()
 float              linear.float()
 double             linear.double()
 half               linear.half()
 bfloat16           linear.bfloat16()
 type               linear.type(torch.float64)
 requires_grad_     linear.requires_grad_(False)
 share_memory       linear.share_memory()
 zero_grad          linear.zero_grad()
 get_submodule      chain.get_submodule('0')
 get_parameter      linear.get_parameter('weight')
 add_module         linear.add_module('new', nn.ReLU())
 register_module    linear.register_module('new', nn.ReLU())
 register_buffer    linear.register_buffer('new', plain)
 register_parameter linear.register_parameter('new', None)
 compile            linear.compile()
 state_dict         linear.state_dict()
 load_state_dict    linear.load_state_dict(linear.state_dict())
torch.nn.Sequential
 __getitem__        chain[0]
 __len__            len(chain)
 __add__            chain + chain
 append             chain.append(linear)
 extend             chain.extend(chain[:1])
 insert             chain.insert(0, linear)
 pop                chain.pop(0)
torch.nn.ModuleList
 __getitem__        parts[0]
 __len__            len(parts)
 __add__            parts + parts
 append             parts.append(linear)
 extend             parts.extend([linear])
 insert             parts.insert(0, linear)
 pop                parts.pop(0)
torch.nn.ModuleDict
 __getitem__        named['a']
 __len__            len(named)
 __contains__       'a' in named
 pop                named.pop('a')
 update             named.update({})
 clear              named.clear()
torch.nn.ParameterList
 __getitem__        weights[0]
 __len__            len(weights)
torch.nn.Embedding
 from_pretrained    nn.Embedding.from_pretrained(plain)
torch.nn.SyncBatchNorm
 convert_sync_batchnorm nn.SyncBatchNorm.convert_sync_batchnorm(chain)
torch.optim.Optimizer
 step               optimizer.step()
 zero_grad          optimizer.zero_grad()
 add_param_group    optimizer.add_param_group({'params': [nn.Parameter(plain)]})
 state_dict         optimizer.state_dict()
 load_state_dict    optimizer.load_state_dict(optimizer.state_dict())
torch.optim.LBFGS
 step               torch.optim.LBFGS([nn.Parameter(plain)]).step(lambda: torch.ones(()))
torch.optim.lr_scheduler.LRScheduler
 step               scheduler.step()
 get_last_lr        scheduler.get_last_lr()
 state_dict         scheduler.state_dict()
 load_state_dict    scheduler.load_state_dict(scheduler.state_dict())
torch.optim.lr_scheduler.ReduceLROnPlateau
 step               plateau.step(1.0)
torch.optim.swa_utils
 update_bn          torch.optim.swa_utils.update_bn(loader, linear)
torch.optim.swa_utils.AveragedModel
 update_parameters  averaged.update_parameters(linear)
torch.amp.GradScaler
 scale              scaler.scale(one)
 unscale_           scaler.unscale_(optimizer)
 step               scaler.step(optimizer)
 update             stepped.update()
 get_scale          scaler.get_scale()
 is_enabled         scaler.is_enabled()
 state_dict         scaler.state_dict()
torch.utils.checkpoint
 checkpoint         torch.utils.checkpoint.checkpoint(linear, x, use_reentrant=False)
 checkpoint_sequential torch.utils.checkpoint.checkpoint_sequential(chain, 1, x, use_reentrant=False)
 detach_variable    torch.utils.checkpoint.detach_variable((x,))
torch.utils.data
 default_collate    torch.utils.data.default_collate([x, y])
 default_convert    torch.utils.data.default_convert(x)
 random_split       torch.utils.data.random_split(rows, [2, 2])
torch.utils.data.DataLoader
 __len__            len(loader)
torch.utils.hooks.RemovableHandle
 remove             handle.remove()
torch.Generator
 manual_seed        generator.manual_seed(0)
 seed               generator.seed()
 initial_seed       generator.initial_seed()
 get_state          generator.get_state()
 set_state          generator.set_state(generator.get_state())
torch.autograd
 Variable           torch.autograd.Variable(x)
 backward           torch.autograd.backward(one)
 grad               torch.autograd.grad(leaf.sum(), leaf)
torch.autograd.functional
 jacobian           torch.autograd.functional.jacobian(torch.sum, plain)
 hessian            torch.autograd.functional.hessian(torch.sum, plain)
 vjp                torch.autograd.functional.vjp(torch.sum, plain)
 jvp                torch.autograd.functional.jvp(torch.sum, plain, plain)
 vhp                torch.autograd.functional.vhp(torch.sum, plain, plain)
 hvp                torch.autograd.functional.hvp(torch.sum, plain, plain)
torch.autograd.forward_ad
 enter_dual_level   [torch.autograd.forward_ad.enter_dual_level(), torch.autograd.forward_ad.exit_dual_level()][0]
torch.func
 functional_call    torch.func.functional_call(linear, {}, (x,))
 jvp                torch.func.jvp(torch.sum, (plain,), (plain,))
torch.linalg
 cond               torch.linalg.cond(definite)
torch.fft
 fftfreq            torch.fft.fftfreq(4)
 rfftfreq           torch.fft.rfftfreq(4)
torch.sparse
 addmm              torch.sparse.addmm(square, sparse, square)
 mm                 torch.sparse.mm(sparse, square)
 sum                torch.sparse.sum(square.to_sparse())
 softmax            torch.sparse.softmax(square.to_sparse(), 1)
 log_softmax        torch.sparse.log_softmax(square.to_sparse(), 1)
 spdiags            torch.sparse.spdiags(x, ids, (3, 3))
torch.nested
 nested_tensor      torch.nested.nested_tensor([x, y])
 as_nested_tensor   torch.nested.as_nested_tensor([x, y])
 to_padded_tensor   torch.nested.to_padded_tensor(torch.nested.as_nested_tensor([x, y]), 0.0)
torch.masked
 masked_tensor      torch.masked.masked_tensor(x, mask)
 as_masked_tensor   torch.masked.as_masked_tensor(x, mask)
torch.random
 fork_rng           torch.random.fork_rng()
torch.distributions
 kl_divergence      D.kl_divergence(normal, normal)
 Normal             D.Normal(x, y.exp())
 Categorical        D.Categorical(logits=x)
 Bernoulli          D.Bernoulli(logits=x)
 Uniform            D.Uniform(x, y + 2)
 Beta               D.Beta(x + 1, y + 1)
 Gamma              D.Gamma(x + 1, y + 1)
 Dirichlet          D.Dirichlet(x + 1)
 Exponential        D.Exponential(x + 1)
 Laplace            D.Laplace(x, y + 1)
 LogNormal          D.LogNormal(x, y + 1)
 Multinomial        D.Multinomial(9, logits=x)
 MultivariateNormal D.MultivariateNormal(vector[:3], definite)
 OneHotCategorical  D.OneHotCategorical(logits=x)
 Poisson            D.Poisson(x + 1)
 StudentT           D.StudentT(x + 1)
 Independent        D.Independent(normal, 1)
torch.distributions.Distribution
 sample             normal.sample()
 sample_n           normal.sample_n(2)
 rsample            normal.rsample()
 log_prob           normal.log_prob(plain)
 entropy            normal.entropy()
 perplexity         normal.perplexity()
 cdf                normal.cdf(plain)
 icdf               normal.icdf(plain)
 mean               normal.mean
 mode               normal.mode
 stddev             normal.stddev
 variance           normal.variance
 expand             normal.expand((2, 2, 3))
 enumerate_support  D.Bernoulli(logits=x).enumerate_support()
torch.testing
 make_tensor        torch.testing.make_tensor(2, dtype=torch.float32, device='cpu')
 assert_close       torch.testing.assert_close(plain, plain)
"""
