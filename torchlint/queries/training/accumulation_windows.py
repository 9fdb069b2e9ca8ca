"""Gradient accumulation: over how many passes of a loop gradients add up before a step."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from torchlint.binding.definitions import assignments_in
from torchlint.binding.use_def import changed_in
from torchlint.flow.training_trace import Step, steps_of
from torchlint.queries.training.gradient_hooks import may_be_cleared_by_hook
from torchlint.queries.training.inner_accumulation import clipped_in_inner_loop, summed_by_inner_loop
from torchlint.queries.training.library_accumulation import may_divide_itself
from torchlint.queries.training.loss_division import may_divide
from torchlint.queries.training.other_branches import never_together
from torchlint.queries.training.restarted_counters import restart
from torchlint.queries.training.trace_paths import paths
from torchlint.queries.training.training_loops import GRADIENTS, StepView, Training
from torchlint.syntax import tree

# Optimizers whose steps are as large as the gradients.
_BY_SIZE = ("SGD", "ASGD")
# What ends the time in which clipped gradients wait.
_ENDS = frozenset(("backward", "zero", "step"))
# What changes gradients visibly: unknown code is taken not to, as the gradients of several passes add up around it.
_SEEN = GRADIENTS - {"unseen"}


class Windows:
    """The passes of a training loop between one optimizer step and the next."""

    def __init__(self, loop: Training) -> None:
        self.loop = loop  # the training loop

    def is_cleared_only_around(self, at: StepView) -> bool:
        """Whether only a zero_grad of an outer loop clears the gradients of this loop's steps, in whichever file."""
        return bool(self._zeros_only_around(at))

    def may_be_cleared_unseen(self, at: StepView) -> bool:
        """Whether code in the loop that is not followed, and is not given the optimizer, may clear its gradients."""
        return any(self.loop.clears(step, at.step) for step in self.loop.all)

    def cleared_only_around(self, at: StepView) -> StepView | None:
        """That zero_grad; None if there is none, or if it is in another file."""
        return self.loop.shown(next(iter(self._zeros_only_around(at)[-1:]), None))

    def _zeros_only_around(self, at: StepView) -> list[Step]:
        if (
            not self.loop.is_loop
            or len(self.loop.around) < 2
            or any(self.loop.clears(step, at.step) and not self.loop.is_guess(step, at.step) for step in self.loop.all)
            or may_be_cleared_by_hook(self.loop, at)
        ):
            return []
        if not self.loop.is_known(at) and self._is_given_away(at):
            return []
        outer, batches = self.loop.around[-2], self.loop.file.facts.batch_loops
        if outer.node in batches and self.loop.node not in batches:
            return []  # over heads or attempts of one batch
        alike = {at.step, *(step for step in self.loop.all if step.what == "step" and self._is_of_same(step, at))}
        ways = paths(self.loop.body, lambda step: step in alike or step.what == "backward")
        is_in_each = all(not alike.isdisjoint(path.steps) for path in ways if path.comes_around and path.steps)
        if not is_in_each and not self.is_every_few_passes(at) and not self.is_where_callers_say(at):
            return []  # perhaps the gradients of all passes make up one step
        inside = set(self.loop.all)
        zeros = [s for s in steps_of(outer.body) if s.what == "zero" and s not in inside]
        return zeros if all(self.loop.relations.clears(zero, at.step) == "same" for zero in zeros) else []

    def _is_of_same(self, step: Step, at: StepView) -> bool:
        """Whether a step in another branch lets the same optimizer step: a scaler's."""
        return self.loop.relations.of_one_optimizer(step, at.step) == "same"

    def cancelling(self, at: StepView) -> StepView | None:
        """The zero_grad that clears accumulated gradients in passes without this step."""
        if not self.loop.is_loop or len(self.loop.optimizers) != 1 or not self.is_every_few_passes(at):
            return None
        found: Step | None = None
        for steps, start in self._passes(at, lambda s: s is at.step or s.what in _SEEN):
            first = steps[:start]
            added = next((n for n, s in enumerate(first) if s.what == "backward" and not s.is_by_library), None)
            if at.step in first or added is None:
                continue
            after = next(iter(steps[added + 1 :]), None)
            if after is None or after.what != "zero" or self.loop.relations.clears(after, at.step) != "same":
                return None
            found = after
        return self.loop.shown(found)

    def clipped_in_each_pass(self, at: StepView) -> StepView | None:
        """The clip that limits a part of the sum in passes without this step, after which more is added."""
        if (clip := clipped_in_inner_loop(self.loop, at)) is not None:
            return self.loop.view(clip)
        if not self.loop.is_loop or len(self.loop.optimizers) != 1 or not self.is_every_few_passes(at):
            return None
        found: dict[Step, None] = {}
        unclipped = False
        for steps, start in self._passes(at, lambda s: s is at.step or s.what in _SEEN or s.what == "clip"):
            first = steps[:start]
            if at.step in first or not any(s.what == "backward" and not s.is_by_library for s in first):
                continue
            clips = [n for n, s in enumerate(first) if s.what == "clip" and self.loop.file.holds(s.node)]
            unclipped |= not clips
            after = next((s.what for s in steps[clips[-1] + 1 :] if s.what in _ENDS), "") if clips else ""
            if after == "backward":
                found[first[clips[-1]]] = None
        clear = (step for step in found if not (unclipped and self._is_in_some_passes(step)))
        return self.loop.shown(next(clear, None))

    def _is_in_some_passes(self, step: Step) -> bool:
        """Whether a condition that differs between the passes decides about a step."""
        read = {tree.dotted(n) for guard in self._guards(step.node) for n in tree.walk(guard.test)}
        return not read.isdisjoint(changed_in(self.loop.file.tree, self.loop.node))

    def undivided(self, at: StepView) -> StepView | None:
        """The backward whose gradients accumulate until a step, of a loss that is not divided by the passes."""
        loop, counts = self.loop, self.passes_between(at.node)
        is_alone = len(loop.optimizers) == 1
        if not self.minds_size(at) or not (is_alone or counts):
            return None
        if not counts:
            inner = summed_by_inner_loop(loop, at)
            return None if inner is None or may_divide(loop.file, inner[1:]) else loop.view(inner[0])
        if not loop.is_loop:
            return None
        found: Step | None = None
        is_apart = not is_alone and not self._step_together(at)
        others = self._of_others(at) if is_apart else frozenset()
        for steps, start in self._passes(at, lambda s: s is at.step or (s.what in _SEEN and s not in others)):
            first = steps[:start]
            adding = (n for n, s in enumerate(first) if s.what == "backward" and not self._is_divided(s))
            if is_apart:
                adding = (n for n in adding if loop.relations.feeds(first[n], at.step) == "same")
            added = next(adding, None)
            if at.step in first or added is None:
                continue
            after = next(iter(steps[added + 1 :]), None)
            if after is None:
                continue  # the next pass skips its batch
            if after.what not in ("backward", "step"):
                return None
            if is_apart and at.step in steps and "zero" in {s.what for s in steps[added : steps.index(at.step)]}:
                return None  # the gradients from the other optimizers' losses are cleared first
            if loop.file.holds(first[added].node):
                found = first[added]
        if found is None or may_divide(loop.file, counts):
            return None
        return loop.view(found)

    def _step_together(self, at: StepView) -> bool:
        """Whether the same conditions decide about the steps of all optimizers of the loop."""
        mine = list(self._guards(at.node))
        steps = (s for s in self.loop.all if s.what == "step" and self.loop.file.holds(s.node))
        return all(list(self._guards(step.node)) == mine for step in steps)

    def _of_others(self, at: StepView) -> frozenset[Step]:
        """What concerns other optimizers' parameters only."""
        relations = self.loop.relations
        found = {s for s in self.loop.all if s.what == "backward" and relations.feeds(s, at.step) == "other"}
        found |= {s for s in self.loop.all if s.what == "zero" and relations.clears(s, at.step) == "other"}
        steps = (s for s in self.loop.all if s.what == "step" and s is not at.step)
        found |= {s for s in steps if relations.of_one_optimizer(s, at.step) == "other"}
        return frozenset(found)

    def _passes(self, at: StepView, keep: Callable[[Step], bool]) -> Iterator[tuple[tuple[Step, ...], int]]:
        """The paths through two passes of the runs of the loop that make a step.

        With `if use_amp:` in each pass, the passes of one branch say nothing about a step in the other.
        """
        file, loop = self.loop.file, self.loop.node
        inside = (step for step in self.loop.all if step.what != "forward" and file.holds(step.node))
        elsewhere = {step for step in inside if never_together(file, step.node, at.node, loop)}
        return ((steps, start) for steps, start in self.loop.passes(keep) if elsewhere.isdisjoint(steps))

    def _is_divided(self, backward: Step) -> bool:
        """Whether a library may divide the loss of a backward by itself."""
        return backward.is_by_library and may_divide_itself(self.loop.view(backward))

    def passes_between(self, node: tree.Node) -> list[tree.Expression]:
        """The numbers of passes that decide when some code of the loop runs: `k` of `(i + 1) % k == 0`, or `n == k`."""
        tests = [n for guard in self._guards(node) for n in self._asked(guard.test)]
        again = [self._restart(guard, node) for guard in self._guards(node)]
        numbers = [number for n in tests if (number := _divisor(n)) is not None]
        return [*numbers, *(one.comparators[0] for one in again if one is not None)]

    def minds_size(self, at: StepView) -> bool:
        """Whether larger gradients make a larger step; with Adam and its variants, only if they are clipped."""
        clips = [step for step in self.loop.all if step.what == "clip"]
        if any(len(self.loop.optimizers) == 1 or self.loop.relations.clips(clip, at.step) != "other" for clip in clips):
            return True
        return any(name in _BY_SIZE for name in self._classes(at))

    def always_minds_size(self, at: StepView) -> bool:
        """The same for each optimizer that a setting may choose, and not only for some."""
        names = self._classes(at)
        is_clipped = any(step.what == "clip" for step in self.loop.all)
        return is_clipped or all(name in _BY_SIZE for name in names)

    def _classes(self, at: StepView) -> list[str]:
        """The names of the classes that the optimizer may be of."""
        known = self.loop.relations.tracer.optimizers
        made = [known[origin].ref for origin in self.loop.relations.optimizers(at.step.subject) if origin in known]
        names = [at.step.subject.ref] if isinstance(at.step.subject.ref, str) else made
        return [name.rpartition(".")[2] if isinstance(name, str) else "" for name in names]

    def _asked(self, test: tree.Node) -> list[tree.Node]:
        """The parts of a condition, with names replaced by what the loop assigns to them."""
        names = {n.id for n in tree.walk(test) if isinstance(n, tree.Name)}
        bound = [one for one in assignments_in(self.loop.node) if one.name in names]
        given = [one.source if _divisor(one.source) else one.value for one in bound]
        return [n for each in (test, *given) if each is not None for n in tree.walk(each)]

    def _is_given_away(self, at: StepView) -> bool:
        """Whether a call in this loop, other than a step, receives the optimizer."""
        text, steps = str(at.subject), {step.node for step in self.loop.all}
        calls = (n for n in tree.walk(self.loop.node) if isinstance(n, tree.Call) and n not in steps)
        return any(tree.dotted(argument.value) == text for call in calls for argument in call.args)

    def is_every_few_passes(self, at: StepView) -> bool:
        """Whether a remainder (`%`, or that of `divmod`), or a count that begins again, decides about the steps."""
        guards = self._guards(at.node)
        return any(self._tests_remainder(one.test) or self._restart(one, at.node) is not None for one in guards)

    def is_where_callers_say(self, at: StepView) -> bool:
        """Whether a parameter decides in which passes the optimizer steps: `if update_grad: optimizer.step()`."""
        function = self.loop.file.tree.above(at.node, tree.FunctionDef)
        given = {p.name for p in function.parameters} if isinstance(function, tree.FunctionDef) else set()
        tests = (guard.test for guard in self._guards(at.node))
        return any(isinstance(test, tree.Name) and test.id in given for test in tests)

    def _guards(self, node: tree.Node) -> Iterator[tree.If]:
        """The conditions of this loop that decide about a piece of code, outside a loop over optimizers, too.

        Those around it, and those above it that leave the pass: `if (i + 1) % k: continue`.
        """
        syntax, kinds = self.loop.file.tree, (tree.If, *tree.Loops, *tree.Scope)
        inner, above = node, syntax.above(node, *kinds)
        while above is not None:
            yield from _leaving_before(syntax, inner, above)
            if not isinstance(above, tree.If) and not (
                isinstance(above, tree.For) and _goes_over_optimizers(above, node)
            ):
                return
            if isinstance(above, tree.If):
                yield above
            inner, above = above, syntax.above(above, *kinds)

    def _restart(self, guard: tree.If, node: tree.Node) -> tree.Compare | None:
        return restart(self.loop.file.tree, self.loop.node, guard, node)

    def _tests_remainder(self, test: tree.Node) -> bool:
        return any(_divisor(n) is not None for n in self._asked(test))


def _divisor(node: tree.Node | None) -> tree.Expression | None:
    """What a number is divided by, where the remainder counts: the `k` of `i % k`, and of `divmod(i, k)`."""
    if isinstance(node, tree.Call):
        return tree.positional(node, 1) if tree.dotted(node.func) == "divmod" else None
    return node.right if isinstance(node, tree.BinaryOp) and node.op == "%" else None


def _leaving_before(syntax: tree.Tree, node: tree.Node, above: tree.Node) -> Iterator[tree.If]:
    """The conditions before some code in the blocks up to one around it that end the pass, or the function."""
    if not isinstance(above, (tree.If, *tree.Loops, tree.FunctionDef)):
        return
    statement: tree.Node | None = syntax.statement(node)
    while statement is not None and statement is not above:
        for one in syntax.block(statement):
            if one is statement:
                break
            if isinstance(one, tree.If) and not one.orelse and isinstance(one.body[-1], (tree.Continue, tree.Return)):
                yield one
        outer = syntax.parents.get(statement)
        statement = syntax.statement(outer) if outer is not None and outer is not above else None


def _goes_over_optimizers(loop: tree.For, step: tree.Node) -> bool:
    """Whether a loop lets what it goes over step: `for optimizer in optimizers: optimizer.step()`."""
    func = step.func if isinstance(step, tree.Call) else None
    target = tree.dotted(func.value) if isinstance(func, tree.Attribute) else None
    return target is not None and tree.dotted(loop.target) == target
