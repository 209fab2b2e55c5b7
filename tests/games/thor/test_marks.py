"""Every clause and every ruling of the rules page has a test that is marked with it."""

from __future__ import annotations

import re
from pathlib import Path

from thorgames import library


def test_every_clause_and_ruling_has_a_test():
    page = set(re.findall(r"^- \*\*(THR-(?:R-)?\d\d)\b", library.read("rules", "thor.md"), re.MULTILINE))
    marked: set[str] = set()
    for file in Path(__file__).parent.glob("test_*.py"):
        for mark in re.findall(r"mark\.rule\(([^)]*)\)", file.read_text(encoding="utf-8")):
            marked |= set(re.findall(r"THR-(?:R-)?\d\d", mark))
    assert len(page) == 65 + 42
    assert page - marked == set()
    assert marked - page == set()
