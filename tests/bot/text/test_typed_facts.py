"""mypy checks the facts that refusals and audit entries carry. Their texts use no other placeholders."""

import re
from pathlib import Path
from string import Formatter

import pytest
from mypy import api

from bot.events.refusals import EventRefusal
from bot.league.audit_log import AuditAction
from bot.league.refusals import LeagueRefusal
from bot.play.refusals import TableRefusal
from bot.text.catalogue import Catalogue
from bot.text.languages import TAGS
from engine.model.errors import Reason, RuleConflict

ROOT = Path(__file__).parents[3]
CATALOGUE = Catalogue.load()
LISTS = {
    "refused": Reason,
    "clash": RuleConflict,
    "table": TableRefusal,
    "league": LeagueRefusal,
    "events.refused": EventRefusal,
    "leagues.deed": AuditAction,
}
ADDED = {"shape", "card", "count", "who", "why", "values"}
"""Placeholders that are not facts."""
IMPORTS = """
from bot.ids import TableId, UserId
from bot.league.audit_log import AuditAction, record
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.play.refusals import TableRefusal, TableRefused
from engine.model.errors import IllegalAction, InvalidRules, Reason, RuleConflict

"""
RIGHT = """
TableRefused(TableRefusal.NO_TABLE)
TableRefused(TableRefusal.SEAT_TAKEN, seat=1)
LeagueRefused(LeagueRefusal.TOO_MANY_TEAMS, limit=3, user=UserId(1))
InvalidRules(RuleConflict.LOW_LEVEL, "too low", ("low_cut",), rank="5")
record(AuditAction.MANAGER_ADDED if input() else AuditAction.MANAGER_REMOVED, user=UserId(1))
record(AuditAction.JOINED, user=UserId(1))
"""
WRONG = """
TableRefused(TableRefusal.SEAT_TAKEN)
TableRefused(TableRefusal.SEAT_TAKEN, saet=1)
TableRefused(TableRefusal.SEAT_TAKEN, seat="1")
TableRefused(TableRefusal.SEAT_TAKEN, 1)
TableRefused(TableRefusal.SEAT_TAKEN, seat=1, name="")
TableRefused(TableRefusal.NO_TABLE, seat=1)
TableRefused(LeagueRefusal.NO_TEAM)
LeagueRefused(LeagueRefusal.TOO_MANY_TEAMS, limit=3, user=TableId(1))
LeagueRefused(LeagueRefusal.NOT_MEMBER if input() else LeagueRefusal.NOT_CAPTAIN, user="")
IllegalAction(Reason.WRONG_PHASE, phase="declaring")
InvalidRules(RuleConflict.LOW_LEVEL, "too low", ("low_cut",), rnk="5")
record(AuditAction.CREATED)
record(AuditAction.MANAGER_ADDED if input() else AuditAction.MANAGER_REMOVED, role=1)
record(AuditAction.CROWNED, user=UserId(1), role=UserId(2))
"""


@pytest.mark.long
def test_mypy_refuses_wrong_facts(tmp_path):
    """Facts fail the check if they are missing, misspelt, unnamed, too many or of a wrong type."""
    snippet = tmp_path / "raised.py"
    snippet.write_text(IMPORTS + RIGHT + WRONG)
    cache = f"--cache-dir={tmp_path / 'cache'}"
    said, problem, _ = api.run([f"--config-file={ROOT / 'pyproject.toml'}", cache, str(snippet)])
    assert not problem
    found = {int(line) for line in re.findall(r"raised\.py:(\d+): error", said)}
    first = (IMPORTS + RIGHT).count("\n") + 2
    assert found == set(range(first, first + WRONG.count("\n") - 1)), said


@pytest.mark.parametrize("locale", TAGS)
@pytest.mark.parametrize("prefix", LISTS)
def test_messages_use_only_known_facts(prefix, locale):
    messages = CATALOGUE._languages[locale].messages
    for key in LISTS[prefix].list_keys():
        worded = re.compile(rf"{re.escape(f'{prefix}.{key}')}(\.\w+|_team|_other)?")
        forms = [form for name, message in messages.items() if worded.fullmatch(name) for form in message.forms]
        blanks = {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}
        assert blanks <= {*key.facts, *ADDED}, key
