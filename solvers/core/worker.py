"""A solve in a child process, so that a board never freezes and an aborting solver cannot take the kernel along.

Child: ``python -m solvers.core.worker`` reads requests from standard input and writes news and answers to
standard output, one JSON object a line. It ignores SIGINT and ends at once when its input closes, also in
the middle of a solve. Parent: ``Worker`` keeps one child warm; stopping a solve kills the child, keeps the
best plan that was reported, and starts the next child at once.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import IO, Any

import puzzles
from puzzles.core import Problem
from solvers.core import bots
from solvers.core.solution import Limits, Progress, Solution, Status, Step, from_json, to_json, verify


@dataclass(frozen=True, slots=True)
class Request:
    """What to ask a game's solver module.

    ask         ``solve`` (a problem), ``compare`` (a move with the best one) or ``bot`` (a player's turn)
    problem     name of the problem; for ``compare`` the game's hint problem; for ``bot`` the player's name
    parameters  of the problem, or ``{"move": text}``, or ``{"seed": number}``
    """

    game: str
    problem: str
    start: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    ask: str = "solve"
    seconds: float | None = None
    module: str = ""

    def __post_init__(self) -> None:
        # The child learns here where the game lives, so that a game of the user's own is solved as well.
        object.__setattr__(self, "module", self.module or puzzles.GAMES.get(self.game, ""))


@dataclass(frozen=True, slots=True)
class Failure:
    """No answer: the words say why. The kernel is alive and nothing of the game is lost."""

    words: str


Answer = Solution | tuple[Solution, ...] | Mapping[str, Any] | Failure
"""``solve`` gives one or several solutions, ``compare`` its fields by name, ``bot`` its ``moves`` as texts."""


class Job:
    """One request on its way. ``stop`` ends it; ``wait`` blocks until the answer is there."""

    def __init__(
        self,
        worker: Worker,
        request: Request,
        on_done: Callable[[Answer], None] | None,
        on_progress: Callable[[Progress], None] | None,
    ) -> None:
        self.request = request
        self.progress: Progress | None = None
        self.answer: Answer | None = None
        self.started = time.perf_counter()
        self._worker = worker
        self._on_done = on_done
        self._on_progress = on_progress
        self._done = threading.Event()

    @property
    def running(self) -> bool:
        return not self._done.is_set()

    def stop(self) -> None:
        """End the solve; the answer is then the best found so far, with its bound."""
        self._worker.stop(self)

    def wait(self, seconds: float | None = None) -> Answer | None:
        """The answer, or None when `seconds` pass first. An interrupt stops the solve and keeps the best found."""
        try:
            self._done.wait(seconds)
        except KeyboardInterrupt:
            self.stop()
            self._done.wait(5)
        return self.answer

    def report(self, progress: Progress) -> None:
        self.progress = progress
        if self._on_progress is not None:
            self._on_progress(progress)

    def finish(self, answer: Answer) -> None:
        if self._done.is_set():
            return
        self.answer = answer
        self._done.set()
        if self._on_done is not None:
            self._on_done(answer)

    def best_found(self) -> Answer:
        """The answer of a stopped solve, from the last news; replayed like every other answer."""
        request, news = self.request, self.progress
        if request.ask != "solve":
            what = "comparison" if request.ask == "compare" else "turn"
            return Failure(f"stopped before the {what} was finished")
        problem = _problem(request)
        common: dict[str, Any] = {
            "problem": problem,
            "start": request.start,
            "seconds": time.perf_counter() - self.started,
            "nodes": news.nodes if news else 0,
            "method": "stopped",
            "bound": news.bound if news else None,
            "proof": "",
        }
        if news is None or news.value is None:
            return verify(Solution(status=Status.UNKNOWN, value=None, **common))
        steps = tuple(Step(problem.read_move(text), 0, "") for text in news.plan)
        return verify(Solution(status=Status.FEASIBLE, value=news.value, steps=steps, **common))


def _problem(request: Request) -> Problem[Any]:
    return puzzles.game(request.game).problem(request.problem, **request.parameters)


class Worker:
    """One warm child process and the requests for it, answered in order.

    Callbacks run on the worker's own thread.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._jobs: list[Job] = []
        self._child: subprocess.Popen[str] | None = None
        self._closed = False

    def warm(self) -> None:
        """Start the child now, so that the first answer does not wait for its imports."""
        with self._lock:
            if self._child is None and not self._closed:
                self._start()

    @property
    def pid(self) -> int | None:
        """Process id of the child, None when there is none."""
        child = self._child
        return child.pid if child is not None and child.poll() is None else None

    def submit(
        self,
        request: Request,
        on_done: Callable[[Answer], None] | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Job:
        """Queue a request. Callbacks get its news and its answer."""
        job = Job(self, request, on_done, on_progress)
        with self._lock:
            if self._closed:
                raise RuntimeError("this worker is closed")
            self.warm()
            self._jobs.append(job)
            if len(self._jobs) == 1:
                self._write(job)
        return job

    def stop(self, job: Job) -> None:
        with self._lock:
            if job not in self._jobs:
                return
            current = self._jobs[0] is job
            self._jobs.remove(job)
            if current:
                self._replace()
        job.finish(job.best_found())

    def close(self) -> None:
        """End the child; requests that are still open answer with a Failure."""
        with self._lock:
            self._closed = True
            jobs, self._jobs = self._jobs, []
            self._end_child()
        for job in jobs:
            job.finish(Failure("the worker was closed"))

    def _start(self) -> None:
        options: dict[str, Any] = (
            {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
            if sys.platform == "win32"
            else {"start_new_session": True}
        )
        child = subprocess.Popen(
            [sys.executable, "-m", "solvers.core.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            bufsize=1,
            # The child finds what its parent finds, a game of the user's own included.
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            **options,
        )
        self._child = child
        threading.Thread(target=self._listen, args=(child,), name="playsolve-worker", daemon=True).start()

    def _end_child(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()

    def _replace(self) -> None:
        self._end_child()
        if not self._closed:
            self._start()
            if self._jobs:
                self._write(self._jobs[0])

    def _write(self, job: Job) -> None:
        assert self._child is not None
        assert self._child.stdin is not None
        line = json.dumps(asdict(job.request))
        # A child that died in this moment is found by its listener, which answers for the job.
        with contextlib.suppress(OSError):
            self._child.stdin.write(line + "\n")
            self._child.stdin.flush()

    def _listen(self, child: subprocess.Popen[str]) -> None:
        assert child.stdout is not None
        assert child.stdin is not None
        with contextlib.suppress(ValueError):
            for line in child.stdout:
                with self._lock:
                    job = self._jobs[0] if self._jobs and child is self._child else None
                if job is not None:
                    self._hear(job, json.loads(line))
        code = child.wait()
        child.stdout.close()
        with contextlib.suppress(OSError):
            child.stdin.close()
        with self._lock:
            if child is not self._child:
                return  # killed on purpose, a new one is there already
            self._child = None
            job = self._jobs.pop(0) if self._jobs else None
            if self._jobs and not self._closed:
                self._start()
                self._write(self._jobs[0])
        if job is not None:
            job.finish(
                Failure(f"the solver's process ended by itself (code {code}); ask again, nothing is lost")
            )

    def _hear(self, job: Job, news: Mapping[str, Any]) -> None:
        if news["event"] == "progress":
            value, bound = (tuple(v) if isinstance(v, list) else v for v in (news["value"], news["bound"]))
            job.report(Progress(value, bound, news["nodes"], tuple(news["plan"])))
            return
        with self._lock:
            if not self._jobs or self._jobs[0] is not job:
                return
            self._jobs.pop(0)
            if self._jobs:
                self._write(self._jobs[0])
        try:
            answer = _read_answer(job.request, news)
        except Exception as error:  # whatever a child sends, the asker gets an answer
            answer = Failure(f"{type(error).__name__}: {error}")
        job.finish(answer)


def _read_answer(request: Request, news: Mapping[str, Any]) -> Answer:
    if news["event"] == "error":
        return Failure(news["words"])
    if request.ask in ("compare", "bot"):
        return dict(news["answer"])
    problem = _problem(request)
    # Verified in the child, and again here: what a board shows has been replayed in this process.
    solutions = tuple(verify(from_json(data, problem)) for data in news["answer"])
    return solutions if news["several"] else solutions[0]


_shared: Worker | None = None


def shared() -> Worker:
    """The one worker of this process; all boards share it."""
    global _shared
    if _shared is None or _shared._closed:
        _shared = Worker()
        atexit.register(_shared.close)
    return _shared


# The child's side


def _serve(lines: IO[str], out: IO[str]) -> None:
    requests: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read() -> None:
        for line in lines:
            requests.put(line)
        # The parent is gone or has closed the pipe: nobody waits for what is being solved.
        os._exit(0)

    def tell(**news: Any) -> None:
        out.write(json.dumps(news) + "\n")
        out.flush()

    threading.Thread(target=read, daemon=True).start()
    while True:
        request = Request(**json.loads(requests.get()))
        try:
            tell(event="answer", **_answer(request, tell))
        except Exception as error:
            tell(event="error", words=f"{type(error).__name__}: {error}")


def _answer(request: Request, tell: Callable[..., None]) -> dict[str, Any]:
    import solvers

    if request.module:
        puzzles.GAMES.setdefault(request.game, request.module)
    module = solvers.of(request.game)
    if request.ask == "compare":
        return {"answer": asdict(module.compare(request.start, **request.parameters))}
    if request.ask == "bot":
        game = puzzles.game(request.game)
        view = game.read_state(request.start)
        return {"answer": {"moves": bots.own_turn(game, request.problem, view, **request.parameters)}}

    def report(progress: Progress) -> None:
        tell(event="progress", **asdict(progress))

    problem = _problem(request)
    function = getattr(module, problem.name)
    found = function(
        request.start, **request.parameters, limits=Limits(seconds=request.seconds), report=report
    )
    several = isinstance(found, tuple)
    return {"answer": [to_json(s) for s in (found if several else (found,))], "several": several}


def main() -> None:
    """Serve until standard input closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Native code may print to standard output; the protocol keeps a private copy of it.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    for name in puzzles.GAMES:
        with contextlib.suppress(ImportError):
            __import__(f"solvers.{name}")
    _serve(sys.stdin, out)


if __name__ == "__main__":
    main()
