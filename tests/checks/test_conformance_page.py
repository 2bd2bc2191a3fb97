from __future__ import annotations

from pathlib import Path

import pytest

from attrib.checks import RULES, Level, Severity
from attrib.checks.document import page, rules_shown
from attrib.checks.interface import Rule

ROOT = Path(__file__).resolve().parents[2]


def test_page_is_what_the_rules_and_the_tests_say():
    text = (ROOT / "docs" / "conformance.md").read_text(encoding="utf-8")
    assert text == page(RULES, rules_shown(ROOT / "tests")), (
        "run: python docs/generate_conformance.py"
    )


def test_every_rule_of_the_coding_profile_is_there_once():
    numbers = [rule.number for rule in RULES]
    assert numbers[:29] == ["ASR-166", *(f"ASR-{number}" for number in range(450, 478))]
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.number)
def test_rule_with_a_check_says_its_severities_and_is_shown_twice(rule):
    assert bool(rule.severities) == (rule.check is not None)
    if rule.check is not None:
        assert len(rules_shown(ROOT / "tests" / "checks").get(rule.number, [])) >= (
            1 if rule.number.startswith("stream-") else 2
        )


def test_markers_are_collected_wherever_they_stand(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "test_a.py").write_text(
        'import pytest\npytestmark = [pytest.mark.slow, pytest.mark.asr("ASR-1")]\n'
        '@pytest.mark.asr("ASR-2")\n@pytest.mark.asr("ASR-3")\ndef test_x(): ...\n'
        "class TestB:\n    def test_y(self): ...\n"
    )
    assert rules_shown(tmp_path) == {
        "ASR-1": ["deep/test_a.py::test_x", "deep/test_a.py::test_y"],
        "ASR-2": ["deep/test_a.py::test_x"],
        "ASR-3": ["deep/test_a.py::test_x"],
    }


def test_row_names_rule_level_check_severities_and_tests():
    def check(item, facts):
        return iter(())

    rules = [
        Rule("ASR-1", Level.MUST, "A | b.", (Severity.ERROR, Severity.NOTICE), check=check),
        Rule("ASR-2", Level.CONSUMER, "C."),
    ]
    assert page(rules, {"ASR-1": ["t.py::a", "t.py::b"]}).splitlines()[-2:] == [
        "| ASR-1 | MUST | A \\| b. | error, notice | `t.py::a`<br>`t.py::b` |",
        "| ASR-2 | MUST, of consumers | C. | a stream alone cannot show it | - |",
    ]
