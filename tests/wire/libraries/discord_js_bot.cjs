// The smallest bot in discord.js: `node discord_js_bot.cjs API TOKEN` with discord.js in NODE_PATH.
const { Client, GatewayIntentBits, MessageFlags } = require("discord.js");

const [api, token] = process.argv.slice(2);
const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: api.replace(/\/v\d+$/, "") } });
const COMMANDS = [
  { name: "fruit", description: "Buy", options: [{ type: 3, name: "kind", description: "Which", required: true, autocomplete: true }] },
  { name: "paper", description: "A file" },
  { name: "talk", description: "A thread" },
];
const NOTE = {
  title: "A note", custom_id: "note",
  components: [{ type: 1, components: [{ type: 4, custom_id: "who", label: "For whom", style: 1 }] }],
};

function stall(text) {
  const buttons = ["buy", "note"].map((id) => ({ type: 2, style: 1, label: id, custom_id: id }));
  return { flags: MessageFlags.IsComponentsV2, components: [{ type: 17, components: [{ type: 10, content: text }, { type: 1, components: buttons }] }] };
}

const ANSWERS = {
  fruit: (asked) => asked.reply(stall(`a ${asked.options.getString("kind")}`)),
  paper: (asked) => asked.reply({ files: [{ attachment: Buffer.from("apples"), name: "list.txt" }] }),
  buy: (asked) => asked.update(stall("sold")),
  note: (asked) => (asked.isModalSubmit()
    ? asked.reply({ content: `for ${asked.fields.getTextInputValue("who")}`, flags: MessageFlags.Ephemeral })
    : asked.showModal(NOTE)),
  async talk(asked) {
    await asked.deferReply({ flags: MessageFlags.Ephemeral });
    const message = await asked.channel.send("about fruit");
    const thread = await message.startThread({ name: "talk" });
    await thread.send("first words");
    await asked.editReply("opened");
  },
};

client.on("interactionCreate", async (asked) => {
  if (!asked.isAutocomplete()) return ANSWERS[asked.commandName || asked.customId](asked);
  const typed = asked.options.getFocused();
  return asked.respond(["apple", "pear"].filter((kind) => kind.includes(typed)).map((kind) => ({ name: kind, value: kind })));
});
client.once("clientReady", () => client.application.commands.set(COMMANDS));
process.once("SIGTERM", async () => { await client.destroy(); process.exit(0); });
client.login(token);
