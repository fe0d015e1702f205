"""After a CP-SAT solve an interrupt is still Python's: it raises KeyboardInterrupt and ends no kernel."""

from __future__ import annotations

import subprocess
import sys

CODE = """
import os, signal, time
from ortools.sat.python import cp_model
from solvers.core import cpsat
from solvers.core.solution import Limits, Status

model = cp_model.CpModel()
x = model.new_int_var(0, 5, "x")
model.maximize(x)
assert cpsat.run(model, Limits()).status is Status.OPTIMAL
try:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(10)
except KeyboardInterrupt:
    print("still alive")
"""


def test_an_interrupt_after_cp_sat_ends_no_process() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout.strip()) == (0, "still alive"), done.stderr
