"""One run of the command: files in, reports to their streams, the exit status out."""

from __future__ import annotations

import atexit
import gc
import io
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from torchlint.files.discover import Found, as_shown, is_excluded
from torchlint.files.output_files import write_file
from torchlint.files.paths import DASH
from torchlint.files.regular_file import LARGEST, leads_out, too_large
from torchlint.files.source import Unwritable
from torchlint.reading import write_source
from torchlint.report import LISTS_RULES, MACHINE, writer
from torchlint.report.diff import diff, quoted
from torchlint.report.progress import Progress
from torchlint.report.streams import Streams
from torchlint.report.style import Style
from torchlint.report.summary import fixed, fixes_by_file, hidden, silenced, summary, tally
from torchlint.result import Result
from torchlint.runner.needs_run import advice
from torchlint.runner.options import Options
from torchlint.runner.outcome import Outcome, never
from torchlint.runner.rules_on_log import rules_on
from torchlint.runner.session import Session
from torchlint.runner.targets import find, narrow
from torchlint.runner.verified_command import verified_command
from torchlint.runner.workers import checked, number_of_jobs
from torchlint.settings.config import ConfigError, Configs

if TYPE_CHECKING:
    from torchlint.baselines.matching import Baselines
    from torchlint.baselines.new_code import NewCode
    from torchlint.cache.caches import Cache
    from torchlint.files.contents import Contents
    from torchlint.finding import Finding
    from torchlint.report import Writer
    from torchlint.rule import Rule
    from torchlint.verify.verification import Request
    from torchlint.verify.verify_run import VerifyRun

CLEAN, FOUND, FAILED, COMMAND_FAILED = 0, 1, 2, 3
STDERR = 2  # its file descriptor
# What a run keeps are modules and trees, and hardly any of it becomes garbage in cycles. So the collector starts after
# this many new objects, and every so many collections it looks through all objects.
_NEW_OBJECTS, _FULL_COLLECTION = 10_000, 100


class Run:
    """One run: checks files, and reports."""

    def __init__(self, options: Options, configs: Configs, streams: Streams) -> None:
        self._options, self._configs, self._streams = options, configs, streams
        self._in_git: dict[str, list[str]] = {}  # below the folders that were looked into
        self._warned: set[str] = set()
        self._session = self._session_over(None)
        self._code: NewCode | None = None
        self._verified: VerifyRun | None = None
        self._outcomes: list[Outcome] = []
        self._baselines: Baselines | None = None
        self._stale = False  # entries of a strict baseline for which nothing was found
        self._names: list[str] = []  # of the files that are checked
        self._checked = 0
        self._seconds: Counter[str] = Counter()
        self._failures: list[str] = []

    def status(self) -> int:
        """Do it all, and the exit status; raises ConfigError."""
        started = time.monotonic()
        gc.set_threshold(_NEW_OBJECTS, gc.get_threshold()[1], _FULL_COLLECTION)
        atexit.register(gc.freeze)  # an ending process needs no last search for garbage, in all that it has allocated
        found = Found() if self._options.stdin else find(self._options, self._configs, self._streams)
        self._failures += found.failures
        self._in_git.update(found.in_git)
        self._code = narrow(found, self._options, self._configs, self._streams)
        if self._failures and self._options.verify:
            return FAILED  # a run may be long, and would not settle what was asked
        self._names = names = [self._options.stdin_filename] if self._options.stdin else found.files
        self._prepare([os.path.abspath(name) for name in names])
        if self._options.stdin:
            self._from_stdin()
        else:
            progress = Progress(len(names), self._streams.err, wanted=not self._options.quiet)
            try:
                for outcome in progress.over(self._outcomes_of(names, progress)):
                    self._keep(self._saved(outcome))
            finally:
                self._session.save()  # after Ctrl-C, too: the next run goes on from there
        if self._options.verbose:
            for line in rules_on(names, time.monotonic() - started, self._configs, self._session):
                self._streams.say("info", line)
        if self._options.verify:
            self._verify(self._options.verify)
        elif not self._options.quiet:
            for line in advice(self._session):
                self._streams.say("info", line)
        if self._baselines:
            from torchlint.runner.baseline_update import update_baselines

            self._failures, self._stale = update_baselines(
                self._baselines, self._options, self._streams, self._failures
            )
        self._report()
        if self._options.timing:
            from torchlint.report.timing import write_times

            write_times(self._seconds, self._streams.err)
        return self._exit_status()

    def _outcomes_of(self, names: Sequence[str], progress: Progress) -> Iterator[Outcome]:
        """The outcomes of the files: cached ones for unchanged files, and new ones for the others."""
        known = {} if self._options.timing or self._options.add_ignore is not None else self._session.known(names)
        checked = self._checked_now(
            [name for name in names if name not in known], lambda count: progress.at(len(known) + count)
        )
        for name in names:
            yield known[name] if name in known else next(checked)
        yield from checked  # nothing is left, and the processes end

    def _checked_now(self, names: Sequence[str], progress: Callable[[int], object]) -> Iterator[Outcome]:
        """The outcomes of checking the files, in this process or, if no files are changed, in several."""
        code, session = self._code, self._session

        def check(name: str) -> Outcome:
            if self._options.add_ignore is not None:
                return session.add_ignores(name, self._options.add_ignore)
            return session.check(name, code.data(os.path.abspath(name)) if code else None)

        # Fixes change what other files import, and comments are for what a baseline does not know.
        alone = self._options.fixes or (self._baselines and self._options.add_ignore is not None)
        jobs = 1 if alone else number_of_jobs(self._options.jobs, names)
        if jobs == 1:
            return map(check, names)
        session.load(names)
        return self._compared(checked(names, check, jobs, progress))

    def _compared(self, outcomes: Iterator[Outcome]) -> Iterator[Outcome]:
        """The outcomes from other processes, compared with the baselines in this one, which counts the matches."""
        if self._baselines is None:
            yield from outcomes
            return
        self._session.before.remove(self._baselines)
        for outcome in outcomes:
            yield self._session.without_known(outcome, self._baselines)
        self._session.before.append(self._baselines)

    def _prepare(self, paths: Sequence[str]) -> None:
        """Read the settings for the files at absolute paths; raises ConfigError."""
        options = self._options
        paths = paths or [os.path.join(os.path.abspath(path), DASH) for path in options.paths if os.path.isdir(path)]
        if self._code:
            self._session = self._session_over(self._code.contents())
        self._session.prepare(paths or [os.path.abspath(DASH)])
        if self._session.notice:  # with --quiet, too: findings may be missing
            self._streams.say("warning", self._session.notice)
        if self._code and options.since is not None:
            before = self._session_over(self._code.contents_before())
            before.prepare(paths)
            from torchlint.baselines.new_code import ChangedSince

            self._session.before.append(ChangedSince(self._code, before))
        has_baseline = any(self._configs.of_file(path).baseline for path in paths)
        if options.prune_baseline and paths and not has_baseline:
            raise ConfigError(
                "--prune-baseline", "there is no baseline; name one with `--baseline` or in the configuration"
            )
        if has_baseline or options.write_baseline is not None:
            from torchlint.baselines.matching import Baselines

            self._baselines = Baselines(self._configs, options.write_baseline, options.baseline_reason)
            self._baselines.prepare(paths)
            self._session.before.append(self._baselines)

    def _session_over(self, contents: Contents | None) -> Session:
        """A session that checks files on the disk, or as they are in git."""
        options = self._options
        return Session(
            self._configs,
            fix=options.fixes,
            unsafe=options.unsafe,
            suppressions=options.suppressions,
            project=options.project,
            shows=shown_by(options.verify),
            contents=contents,
            cache=self._cache if options.cache and contents is None else None,
            in_git=self._in_git,
            warn=self._warn,
        )

    def _warn(self, line: str) -> None:
        if not self._options.quiet and line not in self._warned:
            self._warned.add(line)
            self._streams.say("warning", line)

    def _cache(self) -> Cache:
        from torchlint.cache.caches import Cache

        return Cache(self._options.cache_dir)

    def _from_stdin(self) -> None:
        options, streams = self._options, self._streams
        data = streams.code_in.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise ConfigError("standard input", too_large())
        name = options.stdin_filename
        absolute = os.path.abspath(name)
        code = data
        if not (self._configs.of_file(absolute).force_exclude and is_excluded(absolute, self._configs)):
            outcome = self._session.check(as_shown(name), data)
            source = outcome.result.checked.source
            try:
                code = source.encoded() if outcome.changed else data
            except Unwritable as problem:
                outcome = self._unwritten(name, problem, data)
            self._keep(outcome)
        if options.returns_code:
            streams.code_out.write(code)
            streams.code_out.flush()

    def _saved(self, outcome: Outcome) -> Outcome:
        """The outcome, its fixes written to the file; without its fixes where that fails."""
        if outcome.original is None or not outcome.changed:
            return outcome
        path = outcome.original.path
        if leads_out(path, self._session.root_of(path)):
            there = os.path.realpath(path)
            return self._unwritten(
                path, Unwritable(f"this is a link to {there}, outside the project; pass that file instead")
            )
        if self._options.diff:
            return outcome
        try:
            write_source(outcome.original, outcome.result.checked.source)
        except Unwritable as problem:
            return self._unwritten(outcome.result.checked.source.path, problem)
        return outcome

    def _unwritten(self, name: str, problem: Unwritable, data: bytes | None = None) -> Outcome:
        self._fail(f"{name}: not fixed: {problem}")
        return self._session.check_without_fixes(as_shown(name), data)

    def _verify(self, request: Request) -> None:
        """Run the user's command to settle the findings, and fix the confirmed ones with --fix."""
        from torchlint.runner.verify_findings import FindingsVerifier

        options = self._options
        # Standard output is for one document; what the command prints goes where people see it all the same.
        stdout = STDERR if any(file == DASH and name in MACHINE for name, file in options.outputs) else None
        verifier = FindingsVerifier(request, self._session, self._streams, options.quiet, stdout, tuple(self._names))
        self._outcomes, self._verified = verifier.verify(self._outcomes)
        if options.fix and self._verified:
            fixed = verifier.fix(self._outcomes, self._verified, self._saved, unsafe=options.unsafe)
            self._outcomes, self._verified = fixed
        if self._verified:
            self._draw(request, self._verified)

    def _draw(self, request: Request, ran: VerifyRun) -> None:
        """Write the verification reports; a failure to write is reported, and the run goes on."""
        from torchlint.runner.verify_reports import write_reports

        try:
            write_reports(request, ran)
        except OSError as error:
            self._fail(f"{error.filename or 'the report'}: {error.strerror or error}")

    def _keep(self, outcome: Outcome) -> None:
        """Keep the outcomes to report; most files are clean, and their texts are freed."""
        self._checked += 1
        if outcome.cached_result is not None:
            self._session.keep(outcome.cached_result)
        self._seconds.update(outcome.result.checked.seconds)
        if outcome.is_worth_reporting(suppressed=self._options.show_suppressed):
            self._outcomes.append(outcome)

    def _report(self) -> None:
        options, streams = self._options, self._streams
        screen = streams.err if options.returns_code else streams.out
        style = streams.err_style if options.returns_code else streams.out_style
        reported = () if options.diff or options.fix_only else tuple(self._results())
        to_screen = next((name for name, file in options.outputs if file == DASH), None)
        if self._verified and to_screen is not None and to_screen not in MACHINE and (reported or not options.quiet):
            screen.write("\n")  # ends what the command has left on its last line
        if options.diff:
            self._write_diffs()
        elif to_screen in MACHINE or (to_screen is not None and reported):
            self._writer(to_screen)(reported, self._catalog(to_screen), screen, style)
        for name, file in options.outputs:
            if file != DASH:
                self._write_report(name, file, reported)
        if to_screen is None or to_screen in MACHINE or options.diff or options.fix_only:
            screen, style = streams.err, streams.err_style
        screen.writelines(f"{line}\n" for line in self._last_lines(style))

    def _writer(self, name: str) -> Writer:
        options = self._options
        return writer(
            name,
            statistics=options.statistics,
            failures=self._failures,
            warnings=[self._session.notice] if self._session.notice else [],
            suppressed=options.show_suppressed,
            command=verified_command(self._verified, self._results()),
        )

    def _catalog(self, name: str) -> Mapping[str, Rule]:
        """Every rule; empty if there is nothing to report, since the rules may not have been loaded."""
        return self._session.catalog if self._outcomes or name in LISTS_RULES else {}

    def _results(self) -> Iterator[Result]:
        return (outcome.result for outcome in self._outcomes)

    def _write_diffs(self) -> None:
        for outcome in self._outcomes:
            if outcome.original is not None and outcome.changed:
                new = outcome.result.checked.source
                patch = quoted(tuple(diff(outcome.original, new, self._streams.out_style)))
                self._streams.out.writelines(f"{line}\n" for line in patch)

    def _write_report(self, name: str, file: str, results: Sequence[Result]) -> None:
        text = io.StringIO()
        style = Style(color=self._options.color == "always")
        self._writer(name)(results, self._catalog(name), text, style)
        try:
            write_file(file, text.getvalue())
        except OSError as error:
            self._fail(f"{file}: {error.strerror or error}")

    def _fail(self, message: str) -> None:
        self._streams.say("error", message)
        self._failures.append(message)

    def _last_lines(self, style: Style) -> Iterator[str]:
        options = self._options
        results = tuple(self._results())
        catalog = self._session.catalog if results else {}
        suspected = sum(outcome.suspected for outcome in self._outcomes)
        numbers = tally(results, catalog, suspected, sum(outcome.known for outcome in self._outcomes))
        if options.show_fixes and numbers.number_fixed:
            yield from fixes_by_file(results, would=options.diff)
            yield ""
        if options.quiet or not self._checked:
            return
        if options.add_ignore is not None:
            yield silenced([outcome.silenced for outcome in self._outcomes], would=options.diff)
        if options.diff and options.add_ignore is not None:
            return
        if options.diff or options.fix_only:
            yield fixed(numbers, would=options.diff, unsafe=options.unsafe)
        elif options.verify:
            from torchlint.verify.report.ci_line import ci_line
            from torchlint.verify.report.last_lines import last_lines

            yield from last_lines(self._verified, results, style, fixes=options.fix, unsafe=options.unsafe)
            yield from hidden(numbers.suspected, numbers.known)
            yield ci_line(self._verified, results)
        else:
            level = "" if options.exit_zero else self._fail_on()
            yield from summary(numbers, style, fixes=options.fix, unsafe=options.unsafe, fail_on=level)

    def _fail_on(self) -> str:
        """The least severity that fails the run; empty where files with findings have settings that differ in it."""
        paths = (result.checked.source.path for result in self._results() if result.findings)
        levels = {self._configs.of_file(os.path.abspath(path)).fail_on for path in paths}
        return levels.pop() if len(levels) == 1 else ""

    def _exit_status(self) -> int:
        options = self._options
        was_fixed = any(outcome.result.applied or outcome.silenced for outcome in self._outcomes)
        if self._failures or any(outcome.broken for outcome in self._outcomes):
            return FAILED
        if self._verified and self._verified.session.failed:
            return COMMAND_FAILED
        if options.exit_zero:
            return CLEAN
        if was_fixed and (options.diff or options.exit_non_zero_on_fix):
            return FOUND
        if options.diff or options.fix_only:
            return CLEAN
        is_changed = self._verified is not None and self._verified.is_changed_by_fixes
        return FOUND if self._stale or is_changed or any(outcome.fails for outcome in self._outcomes) else CLEAN


def shown_by(request: Request | None) -> Callable[[Finding], bool]:
    """Which suspected findings are shown even without --suspected: those that a run can settle."""
    if request is None or not request.suspected:
        return never
    from torchlint.verify.verification import can_settle

    return can_settle
