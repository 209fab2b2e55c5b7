"""Medians and the like."""

from __future__ import annotations

import statistics
from collections.abc import Sequence


def median(values: Sequence[float]) -> float:
    """The middle one."""
    return statistics.median(values)


def percentile(values: Sequence[float], percent: int) -> float:
    """The smallest value that so many per cent of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def milliseconds(name: str, seconds: Sequence[float]) -> None:
    """Print how long something took."""
    if not seconds:
        print(f"  {name:<44} not measured")
        return
    middle, p95 = median(seconds) * 1000, percentile(seconds, 95) * 1000
    print(f"  {name:<44} median {middle:7.1f} ms   p95 {p95:7.1f} ms   of {len(seconds)}")


def per_second(name: str, rates: Sequence[float]) -> None:
    """Print how often something was done in a second."""
    print(f"  {name:<44} median {median(rates):9,.0f}   {min(rates):9,.0f} to {max(rates):9,.0f}   of {len(rates)}")
