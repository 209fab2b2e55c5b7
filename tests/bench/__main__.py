"""Prints the figures: `python -m tests.bench`, or some of them: `python -m tests.bench uno start`."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from importlib import import_module

FIGURES = {
    "uno": "decisions a second of whole random games, against RLCard's uno",
    "start": "start of the program to a usable Home screen, against an empty Textual app",
    "key": "key press to repaint on the table of Thor, and hand-overs",
    "long": "the last answer of a match of 200 turns against its tenth",
}


def main() -> int:
    """Print what was asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description="Prints figures of this machine: medians of several rounds, interleaved where two things are "
        "compared. The machine should have nothing else to do meanwhile.",
        epilog="\n".join(f"  {name:<7} {about}" for name, about in FIGURES.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("figures", nargs="*", metavar="FIGURE", help=f"{', '.join(FIGURES)}; without: all")
    args = parser.parse_args()
    for name in args.figures:
        if name not in FIGURES:
            parser.error(f"there is no figure {name!r}; there are {', '.join(FIGURES)}")
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, {os.cpu_count()} processors")
    if hasattr(os, "getloadavg") and os.getloadavg()[0] > 1:
        print(f"The machine is busy (load {os.getloadavg()[0]:.1f}): figures are worse than they would be.")
    for name in dict.fromkeys(args.figures or FIGURES):
        print(f"\n{name}: {FIGURES[name]}")
        import_module(f"tests.bench.{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main())
