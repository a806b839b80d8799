"""A minimal bot that uses the library hikari: `python hikari_bot.py API TOKEN` where hikari is installed."""

import sys

import hikari
from hikari import impl

bot = hikari.GatewayBot(sys.argv[2], intents=hikari.Intents.GUILDS, rest_url=sys.argv[1], banner=None)
MESSAGE, UPDATE = hikari.ResponseType.MESSAGE_CREATE, hikari.ResponseType.MESSAGE_UPDATE


def stall(text):
    row = impl.MessageActionRowBuilder()
    for name in ("buy", "note"):
        row.add_interactive_button(hikari.ButtonStyle.PRIMARY, name, label=name)
    box = impl.ContainerComponentBuilder()
    box.add_text_display(text)
    box.add_component(row)
    return {"component": box, "flags": hikari.MessageFlag.IS_COMPONENTS_V2}


@bot.listen(hikari.StartedEvent)
async def register(_):
    fruit = bot.rest.slash_command_builder("fruit", "Buy")
    option = {"type": hikari.OptionType.STRING, "is_required": True, "autocomplete": True}
    fruit.add_option(hikari.CommandOption(name="kind", description="Which", **option))
    paper, talk = (bot.rest.slash_command_builder(name, name) for name in ("paper", "talk"))
    await bot.rest.set_application_commands(await bot.rest.fetch_application(), [fruit, paper, talk])


@bot.listen(hikari.InteractionCreateEvent)
async def answer(event):
    asked = event.interaction
    await ANSWERS[getattr(asked, "command_name", None) or asked.custom_id](asked)


async def fruit(asked):
    kind = asked.options[0].value
    if isinstance(asked, hikari.AutocompleteInteraction):
        found = [impl.AutocompleteChoiceBuilder(name=one, value=one) for one in ("apple", "pear") if kind in one]
        await asked.create_response(found)
    else:
        await asked.create_initial_response(MESSAGE, **stall(f"a {kind}"))


async def paper(asked):
    await asked.create_initial_response(MESSAGE, attachment=hikari.Bytes(b"apples", "list.txt"))


async def talk(asked):
    await asked.create_initial_response(hikari.ResponseType.DEFERRED_MESSAGE_CREATE, flags=64)
    message = await bot.rest.create_message(asked.channel_id, "about fruit")
    thread = await bot.rest.create_message_thread(asked.channel_id, message, "talk")
    await bot.rest.create_message(thread, "first words")
    await asked.edit_initial_response("opened")


async def buy(asked):
    await asked.create_initial_response(UPDATE, **stall("sold"))


async def note(asked):
    if isinstance(asked, hikari.ModalInteraction):
        (row,) = asked.components
        await asked.create_initial_response(MESSAGE, f"for {row[0].value}", flags=64)
    else:
        row = impl.ModalActionRowBuilder().add_text_input("who", "For whom")
        await asked.create_modal_response("A note", "note", component=row)


ANSWERS = {"fruit": fruit, "paper": paper, "talk": talk, "buy": buy, "note": note}
bot.run(check_for_updates=False)
