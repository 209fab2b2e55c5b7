"""Piles as tuples: replacing, taking out, and telling copies of a card apart."""

from __future__ import annotations

import pytest

from thorgames.core.piles import copies, named, put, without


def test_one_item_is_replaced() -> None:
    assert put((1, 2, 3), 0, 9) == (9, 2, 3)
    assert put((1, 2, 3), 2, 9) == (1, 2, 9)


def test_one_copy_of_each_card_is_taken_out() -> None:
    assert without(("a", "b", "a"), "a", "b") == ("a",)
    assert without(("a", "b")) == ("a", "b")
    with pytest.raises(ValueError):
        without(("a", "b"), "a", "a")


def test_copies_are_numbered_and_named_again() -> None:
    assert copies(("a", "b", "a", "a")) == (("a", "a"), ("b", "b"), ("a#2", "a"), ("a#3", "a"))
    assert copies(("a", "b", "a", "a"), 2) == (("a", "a"), ("b", "b"), ("a#2", "a"))
    assert named(tuple(oid for oid, _ in copies(("a", "b", "a")))) == ("a", "b", "a")
