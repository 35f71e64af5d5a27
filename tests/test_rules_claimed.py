"""Every rule is shown by a test, and every rules page is complete."""

import re

import pytest

import hatbox
from hatbox.rulepages import RuleRow, page, rows

EVIDENCE = {"rulebook", "implied", "ruling", "outside source", "flavour"}


def test_every_rule_is_claimed_by_a_test(unclaimed: list[RuleRow]) -> None:
    assert [row.id for row in unclaimed] == []


@pytest.mark.parametrize("slug", list(hatbox.rulebooks()))
def test_the_rules_page_lists_each_rule_once_with_its_evidence(slug: str) -> None:
    found = rows(slug)
    ids = [row.id for row in found]
    assert ids == sorted(set(ids))
    assert {row.evidence for row in found} <= EVIDENCE
    lines = re.findall(r"^\| [A-Z]{2}-\d\d \|", page(slug), re.M)
    assert len(lines) == len(ids), "a row of the rules table has another shape"


@pytest.mark.parametrize("slug", list(hatbox.rulebooks()))
def test_every_option_is_on_the_rules_page(slug: str) -> None:
    text = page(slug)
    for option in hatbox.rulebooks()[slug].options:
        assert f"`{option.name}`" in text
