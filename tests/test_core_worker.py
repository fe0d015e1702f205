"""The child process: answers, news, stop, death, order."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import toygame

from solvers.core.solution import Progress, Solution, Status
from solvers.core.worker import Failure, Job, Request, Worker, shared


@pytest.fixture
def worker(toy: Any) -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.close()


def request(**more: Any) -> Request:
    return Request("toy", "most_points", str(toygame.new(players=2, seed=3)), **more)


def slow(**more: Any) -> Request:
    """A solve that goes on until it is stopped (see toygame.for_ever)."""
    return Request("toy", "for_ever", str(toygame.new(players=2, seed=3)), **more)


def news_of(worker: Worker, asked: Request) -> Job:
    """A job of which the first news has arrived."""
    heard = threading.Event()
    job = worker.submit(asked, on_progress=lambda _: heard.set())
    assert heard.wait(30)
    return job


def test_an_answer_of_the_child_equals_that_of_the_caller(worker: Worker) -> None:
    answer = worker.submit(request()).wait(30)
    assert isinstance(answer, Solution)
    here = toygame.most_points(toygame.new(players=2, seed=3).view(0))
    assert (answer.value, answer.bound, answer.texts) == (here.value, here.bound, here.texts)
    assert answer.status is Status.OPTIMAL


def test_stop_keeps_the_best_found_and_its_bound_and_the_next_child_is_there(worker: Worker) -> None:
    job = news_of(worker, slow())
    pid = worker.pid
    begin = time.monotonic()
    job.stop()
    answer = job.wait(5)
    assert time.monotonic() - begin < 5
    assert isinstance(answer, Solution)
    assert answer.status is Status.FEASIBLE
    assert answer.texts == ("take a b", "end")
    assert answer.value == 2
    assert answer.bound == 8
    assert answer.verdict == "best found so far, at most 8 points"
    assert worker.pid not in (None, pid)
    assert isinstance(worker.submit(request()).wait(30), Solution)


def test_stop_before_any_news_is_unknown(worker: Worker) -> None:
    job = worker.submit(request())
    job.stop()
    answer = job.wait(1)
    assert isinstance(answer, Solution)
    assert answer.status is Status.UNKNOWN or answer.status is Status.OPTIMAL


def test_a_child_that_dies_is_said_and_replaced(worker: Worker) -> None:
    job = news_of(worker, slow())
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGKILL)
    answer = job.wait(10)
    assert isinstance(answer, Failure)
    assert "ended by itself" in answer.words
    assert isinstance(worker.submit(request()).wait(30), Solution)


def test_a_player_of_the_game_thinks_in_the_child(worker: Worker) -> None:
    view = str(toygame.new(players=2, seed=3).view(0))
    asked = Request("toy", "taker", view, {"seed": 5}, ask="bot")
    assert worker.submit(asked).wait(30) == {"moves": ["take a", "end"]}
    answer = worker.submit(Request("toy", "genius", view, {"seed": 5}, ask="bot")).wait(30)
    assert isinstance(answer, Failure)
    assert "got 'genius', expected one of taker" in answer.words


def test_a_raising_solver_answers_in_words_and_the_child_lives(worker: Worker) -> None:
    over = toygame.new(players=1, seed=1)
    while over.outcome() is None:
        over = over.play(over.moves()[0])
    answer = worker.submit(Request("toy", "most_points", str(over))).wait(30)
    assert isinstance(answer, Failure)
    assert "RulesError" in answer.words
    pid = worker.pid
    assert isinstance(worker.submit(request()).wait(30), Solution)
    assert worker.pid == pid


def test_requests_are_answered_in_order_and_a_waiting_one_can_be_stopped(worker: Worker) -> None:
    first = news_of(worker, slow())
    second, third = worker.submit(request()), worker.submit(request())
    second.stop()
    assert isinstance(second.answer, Solution)
    assert third.running
    first.stop()
    answer = third.wait(30)
    assert isinstance(answer, Solution)
    assert answer.status is Status.OPTIMAL


def test_the_limit_reaches_the_child(worker: Worker) -> None:
    answer = worker.submit(request(seconds=0)).wait(30)
    assert isinstance(answer, Solution)
    assert answer.status is Status.UNKNOWN


def test_news_arrive_as_they_come(worker: Worker) -> None:
    news: list[Progress] = []
    worker.submit(request(), on_progress=news.append).wait(30)
    assert news
    assert all(isinstance(n.value, int) for n in news)


def test_an_interrupt_does_not_reach_the_child(worker: Worker) -> None:
    worker.submit(request()).wait(30)
    assert worker.pid is not None
    pid = worker.pid
    os.kill(pid, signal.SIGINT)
    assert isinstance(worker.submit(request()).wait(30), Solution)
    assert worker.pid == pid


def test_an_interrupt_of_the_waiting_cell_keeps_the_best_found(worker: Worker) -> None:
    job = news_of(worker, slow())
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    answer = job.wait(20)
    timer.join()
    assert isinstance(answer, Solution)
    assert answer.status is Status.FEASIBLE


def test_close_ends_the_child_and_answers_what_is_open(worker: Worker) -> None:
    job = news_of(worker, slow())
    worker.close()
    assert isinstance(job.answer, Failure)
    assert worker.pid is None
    with pytest.raises(RuntimeError, match="closed"):
        worker.submit(request())


def test_the_child_ends_with_its_parent() -> None:
    code = (
        "import time\nfrom solvers.core.worker import Worker\n"
        "w = Worker(); w.warm(); print(w.pid, flush=True); time.sleep(60)"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    for _ in range(100):
        if not _alive(pid):
            break
        time.sleep(0.1)
    assert not _alive(pid)


def _alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_all_boards_share_one_worker() -> None:
    assert shared() is shared()
