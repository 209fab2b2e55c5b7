"""Every clause and every ruling of the rules page has a test that is marked with it."""

from __future__ import annotations

import re
from pathlib import Path

from thorgames import library

ID = r"ALT-(?:R-\d\d|\d\d\d)"


def test_every_clause_and_ruling_has_a_test():
    page = set(re.findall(rf"^- \*\*({ID})\b", library.read("rules", "althing.md"), re.MULTILINE))
    marked: set[str] = set()
    for file in Path(__file__).parent.glob("test_*.py"):
        for mark in re.findall(r"mark\.rule\(([^)]*)\)", file.read_text(encoding="utf-8")):
            marked |= set(re.findall(ID, mark))
    assert len(page) == 108 + 60
    assert page - marked == set()
    assert marked - page == set()
