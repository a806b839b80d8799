"""On a server with the bot's commands but without the bot, every answer says so and has the link that adds it."""

import pytest
from bot_harness import LOGGED
from play_by_panel import SHORT_DEAL, sit_down, until
from screens import LoopbackPlayer

from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.tables.bot_permissions import INVITED_WITH


@pytest.fixture
async def foreign(running, loopback, people):
    """Return a server that Discord no longer reports to the bot, where Ann still has a table."""
    await sit_down(people[0], **SHORT_DEAL)
    await until(people[0], people[0].board, lambda s: s.has(ControlVerb.SHOW_HAND))
    await running.outbox.idle()
    guild = next(iter(loopback.world.guilds))
    running.client._connection._guilds.pop(guild)
    return guild


async def test_command_is_answered_with_the_link_that_adds_the_bot(running, foreign, people):
    for command in ("tractor new", "hand", "help"):
        answer = await people[1].slash(command)
        assert answer.private
        assert "the bot itself is not here" in answer.text
        (link,) = answer.links
        assert f"client_id={running.client.application_id}&scope=bot+applications.commands" in link
        assert f"permissions={INVITED_WITH.value}&guild_id={foreign}" in link
    assert len(running.registry.list_live()) == 1, "no table was opened that nobody can see"


@pytest.mark.long
async def test_answer_is_in_the_users_language(foreign, loopback):
    ann = LoopbackPlayer(loopback.person("ann", "zh-TW"))
    assert "機器人本身不在" in (await ann.slash("tractor new")).text


async def test_press_is_answered_and_the_table_kept(running, foreign, loopback, people):
    board = await people[0].board()
    answer = await people[0].click(board, board.ids(ControlVerb.SHOW_HAND)[0])
    assert "the bot itself is not here" in answer.text
    assert not [line for line in LOGGED if "failed" in line]
