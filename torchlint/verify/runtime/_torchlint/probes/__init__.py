"""The probes by the names that experiments call them by."""

from __future__ import annotations

from ..site import Site
from .batched_transform import BatchedTransform
from .batchnorm_updates import BatchnormUpdates
from .blocked_time import BlockedTime
from .broadcast_shapes import BroadcastShapes
from .call_time import CallTime
from .changed_parameters import ChangedParameters
from .checkpoint_keys import CheckpointKeys
from .clipped_gradients import ClippedGradients
from .copied_bytes import CopiedBytes
from .cudnn_flags import CudnnFlags
from .data_of_graph import DataOfGraph
from .discarded_result import DiscardedResult
from .divergence import Divergence
from .dropout_in_eval import DropoutInEval
from .effectless_write import EffectlessWrite
from .eval_mode import EvalMode
from .flattened_rows import FlattenedRows
from .gradients_across import GradientsAcross
from .gradients_at_step import GradientsAtStep
from .growing_graph import GrowingGraph
from .half_updates import HalfUpdates
from .held_activations import HeldActivations
from .hook_lifetime import HookLifetime
from .hook_signature import HookSignature
from .inherited_handle import InheritedHandle
from .kept_tensor import KeptTensor
from .live_snapshot import LiveSnapshot
from .loaded_devices import LoadedDevices
from .loader_order import LoaderOrder
from .loader_restarts import LoaderRestarts
from .loader_wait import LoaderWait
from .lost_dimension import LostDimension
from .lost_parameter import LostParameter
from .made_modules import MadeModules
from .masked_gradient import MaskedGradient
from .misplaced_numbers import MisplacedNumbers
from .missing_gradients import MissingGradients
from .output_structure import OutputStructure
from .pending_copy import PendingCopy
from .reached_parameters import ReachedParameters
from .recurrent_axis import RecurrentAxis
from .repeated_in_workers import RepeatedInWorkers
from .repeated_modules import RepeatedModules
from .retained_graph import RetainedGraph
from .rounded_constant import RoundedConstant
from .sample_order import SampleOrder
from .sample_overlap import SampleOverlap
from .saturation import Saturation
from .scaled_gradients import ScaledGradients
from .scheduler_cadence import SchedulerCadence
from .scheduler_order import SchedulerOrder
from .scheduler_steps import SchedulerSteps
from .seeds_differ import SeedsDiffer
from .shared_dataset import SharedDataset
from .skipped_hooks import SkippedHooks
from .softmaxed_input import SoftmaxedInput
from .stale_gradients import StaleGradients
from .summed_losses import SummedLosses
from .unapplied_gradients import UnappliedGradients
from .unloaded_weights import UnloadedWeights
from .unregistered_parameters import UnregisteredParameters
from .unregistered_tensor import UnregisteredTensor
from .used_up_iterator import UsedUpIterator
from .value_domain import ValueDomain
from .visible_devices import VisibleDevices

PROBES: dict[str, type[Site]] = {
    "batched_transform": BatchedTransform,
    "batchnorm_updates": BatchnormUpdates,
    "blocked_time": BlockedTime,
    "broadcast_shapes": BroadcastShapes,
    "call_time": CallTime,
    "changed_parameters": ChangedParameters,
    "checkpoint_keys": CheckpointKeys,
    "clipped_gradients": ClippedGradients,
    "copied_bytes": CopiedBytes,
    "cudnn_flags": CudnnFlags,
    "data_of_graph": DataOfGraph,
    "discarded_result": DiscardedResult,
    "divergence": Divergence,
    "dropout_in_eval": DropoutInEval,
    "effectless_write": EffectlessWrite,
    "eval_mode": EvalMode,
    "flattened_rows": FlattenedRows,
    "gradients_across": GradientsAcross,
    "gradients_at_step": GradientsAtStep,
    "growing_graph": GrowingGraph,
    "half_updates": HalfUpdates,
    "held_activations": HeldActivations,
    "hook_lifetime": HookLifetime,
    "hook_signature": HookSignature,
    "inherited_handle": InheritedHandle,
    "kept_tensor": KeptTensor,
    "live_snapshot": LiveSnapshot,
    "loaded_devices": LoadedDevices,
    "loader_order": LoaderOrder,
    "loader_restarts": LoaderRestarts,
    "loader_wait": LoaderWait,
    "lost_dimension": LostDimension,
    "lost_parameter": LostParameter,
    "made_modules": MadeModules,
    "masked_gradient": MaskedGradient,
    "misplaced_numbers": MisplacedNumbers,
    "missing_gradients": MissingGradients,
    "output_structure": OutputStructure,
    "pending_copy": PendingCopy,
    "reached_parameters": ReachedParameters,
    "recurrent_axis": RecurrentAxis,
    "repeated_in_workers": RepeatedInWorkers,
    "repeated_modules": RepeatedModules,
    "retained_graph": RetainedGraph,
    "rounded_constant": RoundedConstant,
    "sample_order": SampleOrder,
    "sample_overlap": SampleOverlap,
    "saturation": Saturation,
    "scaled_gradients": ScaledGradients,
    "scheduler_cadence": SchedulerCadence,
    "scheduler_order": SchedulerOrder,
    "scheduler_steps": SchedulerSteps,
    "seeds_differ": SeedsDiffer,
    "shared_dataset": SharedDataset,
    "skipped_hooks": SkippedHooks,
    "softmaxed_input": SoftmaxedInput,
    "stale_gradients": StaleGradients,
    "summed_losses": SummedLosses,
    "unapplied_gradients": UnappliedGradients,
    "unloaded_weights": UnloadedWeights,
    "unregistered_parameters": UnregisteredParameters,
    "unregistered_tensor": UnregisteredTensor,
    "used_up_iterator": UsedUpIterator,
    "value_domain": ValueDomain,
    "visible_devices": VisibleDevices,
}
