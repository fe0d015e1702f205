"""``python -m bench`` runs all benches; ``python -m bench shifting_stones`` one of them."""

from __future__ import annotations

import argparse
import importlib
import os
import platform
from importlib.metadata import version

BENCHES = (
    "shifting_stones",
    "atlas",
    "tour",
    "solo",
    "solo_bot",
    "diameter",
    "momiji",
    "moria",
    "kingdoms",
    "touch",
)


def main() -> None:
    """Print the machine's kind and the tables of the benches."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "benches", nargs="*", metavar="BENCH", help=f"of {', '.join(BENCHES)}; all when left out"
    )
    chosen = parser.parse_args().benches or list(BENCHES)
    for name in chosen:
        if name not in BENCHES:
            parser.error(f"got {name!r}, expected {' or '.join(BENCHES)}")
    print(
        f"Python {platform.python_version()}, ortools {version('ortools')}, networkx {version('networkx')}, "
        f"{platform.system()} on {platform.machine()}, {os.cpu_count()} cores"
    )
    for name in chosen:
        importlib.import_module(f"bench.{name}").main()


if __name__ == "__main__":
    main()
