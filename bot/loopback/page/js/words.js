// The page's own words, in the language of the person whose screen it is.

const EN = {
  skip: "Skip to the message field",
  channels: "Channels", people: "People", direct: "Direct messages", threads: "Threads",
  local: "local practice server",
  online: "The bot is here", offline: "The bot is not here",
  botGone: "The bot is not connected. Commands and buttons will work again once it is running.",
  lost: "The connection is lost. Trying again…",
  noChannels: "You see no channel here.", theme: "Switch between dark and light", language: "Your language", menu: "Channels and settings", close: "Close",
  playing: "You are", become: "Become {name}", you: "{name}, that is you", newWindow: "Open another window as {name}",
  placeholder: "Message {channel}, or type / for commands", placeholderShort: "Message, or / for commands", placeholderDirect: "Message {name}",
  slash: "Show the commands", send: "Send", noWrite: "You cannot write in this channel.",
  used: "{name} used {command}", whisper: "Only you can see this", dismiss: "Dismiss", edited: "(edited)",
  thinking: "{name} is thinking…", failed: "The bot did not answer in time.", failedOffline: "The bot is not connected.",
  openThread: "{count} messages", openThreadOne: "1 message", threadStarted: "{name} started a thread: {thread}",
  newest: "New messages below", jump: "To the newest message",
  today: "Today", yesterday: "Yesterday",
  choose: "Make a choice", search: "Search", nothing: "Nothing matches", done: "Done", chosen: "{count} of {most} chosen", pickSome: "Choose {low} to {high}", pickExactly: "Choose {low}",
  submit: "Submit", cancel: "Cancel", required: "required", optional: "optional",
  commands: "Commands", noCommand: "There is no such command.", needed: "Still needed: {names}", looking: "Looking…", noSuggestions: "No suggestions", chooseFile: "Choose a file…",
  usageHelp: "Tab or Enter takes a suggestion, Enter on a complete line sends it.",
  pinned: "Pinned messages", pinnedIt: "{name} pinned {message}.", aMessage: "a message", resting: "archived", noPins: "Nothing is pinned here.", remove: "Delete message", apps: "Apps", actions: "What can be done",
  bigger: "Show at full size", picture: "Picture", outside: "Picture from elsewhere (not loaded): {url}",
  beginning: "This is the beginning of {channel}.",
  welcome: "Deal yourself in", welcomeText: "This is a small chat on your own computer with the Tractor bot in it. Nothing leaves this machine, and you can be everybody at the table.",
  quick: "Set up a table with computers", orType: "or type", 
  tip1: "You play by tapping", tip1text: "The table appears here. Your cards come in a message that only you can see.",
  tip2: "Be anyone", tip2text: "Change who you are with the faces at the top, or open a window for each person.",
  tip3: "Everything is a command", tip3text: "Type / to see them all, with hints while you type.",
  sub: "More than one", yes: "Yes", no: "No", reveal: "Show the spoiler", user: "a person", someone: "someone", download: "Download",
};
const CN = {
  skip: "跳到输入框",
  channels: "频道", people: "成员", direct: "私信", threads: "子区",
  local: "本机练习服务器",
  online: "机器人在线", offline: "机器人不在线",
  botGone: "机器人没有连接。它运行起来之后，命令和按钮就能用了。",
  lost: "连接已断开，正在重试……",
  noChannels: "这里没有你能看到的频道。", theme: "切换深色和浅色", language: "你的语言", menu: "频道和设置", close: "关闭",
  playing: "你是", become: "变成{name}", you: "{name}（就是你）", newWindow: "以{name}的身份另开一个窗口",
  placeholder: "在 {channel} 发消息，输入 / 使用命令", placeholderShort: "发消息，或输入 / 用命令", placeholderDirect: "给{name}发消息",
  slash: "显示命令", send: "发送", noWrite: "你不能在这个频道发言。",
  used: "{name} 使用了 {command}", whisper: "只有你能看到", dismiss: "关闭此消息", edited: "（已编辑）",
  thinking: "{name}正在思考……", failed: "机器人没有及时回应。", failedOffline: "机器人没有连接。",
  openThread: "{count} 条消息", openThreadOne: "1 条消息", threadStarted: "{name} 开了一个子区：{thread}",
  newest: "下面有新消息", jump: "回到最新消息",
  today: "今天", yesterday: "昨天",
  choose: "请选择", search: "搜索", nothing: "没有匹配项", done: "完成", chosen: "已选 {count}，最多 {most}", pickSome: "选 {low} 到 {high} 项", pickExactly: "选 {low} 项",
  submit: "提交", cancel: "取消", required: "必填", optional: "可选",
  commands: "命令", noCommand: "没有这个命令。", needed: "还需要：{names}", looking: "正在查找……", noSuggestions: "没有建议", chooseFile: "选择文件……",
  usageHelp: "按 Tab 或 Enter 采用建议；写完整后按 Enter 发送。",
  pinned: "置顶消息", pinnedIt: "{name}置顶了{message}。", aMessage: "一条消息", resting: "已归档", noPins: "这里没有置顶消息。", remove: "删除消息", apps: "应用", actions: "可用操作",
  bigger: "放大图片", picture: "图片", outside: "外部图片（未加载）：{url}",
  beginning: "这里是 {channel} 的开头。",
  welcome: "坐下来，打一局拖拉机", welcomeText: "这是你自己电脑上的一个小聊天室，拖拉机机器人就在里面。一切都留在本机；桌上的每个人，你都可以当。",
  quick: "和电脑开一桌", orType: "或输入",
  tip1: "点一点就能出牌", tip1text: "牌桌会出现在这里。你的手牌在只有你能看到的消息里。",
  tip2: "可以当任何人", tip2text: "点上方的头像换身份，也可以给每个人各开一个窗口。",
  tip3: "一切都是命令", tip3text: "输入 / 就能看到全部命令，边输入边提示。",
  sub: "不止一个", yes: "是", no: "否", reveal: "显示剧透", user: "成员", someone: "某人", download: "下载",
};
const TW = {
  skip: "跳到輸入欄",
  channels: "頻道", people: "成員", direct: "私人訊息", threads: "討論串",
  local: "本機練習伺服器",
  online: "機器人在線上", offline: "機器人不在線上",
  botGone: "機器人尚未連線。等它執行之後，指令和按鈕就能使用了。",
  lost: "連線中斷，正在重試……",
  noChannels: "這裡沒有你看得到的頻道。", theme: "切換深色與淺色", language: "你的語言", menu: "頻道與設定", close: "關閉",
  playing: "你是", become: "變成{name}", you: "{name}（就是你）", newWindow: "以{name}的身分另開視窗",
  placeholder: "在 {channel} 傳送訊息，輸入 / 使用指令", placeholderShort: "傳訊息，或輸入 / 用指令", placeholderDirect: "傳訊息給{name}",
  slash: "顯示指令", send: "傳送", noWrite: "你不能在這個頻道發言。",
  used: "{name} 使用了 {command}", whisper: "只有你看得到", dismiss: "關閉訊息", edited: "（已編輯）",
  thinking: "{name}正在思考……", failed: "機器人沒有及時回應。", failedOffline: "機器人尚未連線。",
  openThread: "{count} 則訊息", openThreadOne: "1 則訊息", threadStarted: "{name} 開了一個討論串：{thread}",
  newest: "下方有新訊息", jump: "回到最新訊息",
  today: "今天", yesterday: "昨天",
  choose: "請選擇", search: "搜尋", nothing: "沒有符合的項目", done: "完成", chosen: "已選 {count}，最多 {most}", pickSome: "選 {low} 到 {high} 項", pickExactly: "選 {low} 項",
  submit: "送出", cancel: "取消", required: "必填", optional: "選填",
  commands: "指令", noCommand: "沒有這個指令。", needed: "還需要：{names}", looking: "尋找中……", noSuggestions: "沒有建議", chooseFile: "選擇檔案……",
  usageHelp: "按 Tab 或 Enter 採用建議；寫完整後按 Enter 送出。",
  pinned: "釘選訊息", pinnedIt: "{name}釘選了{message}。", aMessage: "一則訊息", resting: "已封存", noPins: "這裡沒有釘選訊息。", remove: "刪除訊息", apps: "應用程式", actions: "可用操作",
  bigger: "放大圖片", picture: "圖片", outside: "外部圖片（未載入）：{url}",
  beginning: "這裡是 {channel} 的開頭。",
  welcome: "入座，打一局升級", welcomeText: "這是你自己電腦上的小聊天室，升級機器人就在裡面。一切都留在本機；牌桌上的每個人，你都可以扮演。",
  quick: "和電腦開一桌", orType: "或輸入",
  tip1: "點一下就能出牌", tip1text: "牌桌會出現在這裡。你的手牌在只有你看得到的訊息裡。",
  tip2: "可以扮演任何人", tip2text: "點上方的頭像切換身分，也可以替每個人各開一個視窗。",
  tip3: "一切都是指令", tip3text: "輸入 / 就能看到全部指令，邊輸入邊提示。",
  sub: "不只一個", yes: "是", no: "否", reveal: "顯示劇透", user: "成員", someone: "某人", download: "下載",
};
const ALL = { en: EN, "zh-CN": CN, "zh-TW": TW };
let words = EN;
let locale = "en-US";

export function speak(wanted) {
  locale = wanted;
  words = ALL[wanted] || ALL[wanted.split("-")[0]] || EN;
  document.documentElement.lang = wanted;
}

export function language() { return locale; }

export function t(key, facts = {}) {
  return words[key].replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");
}

export function howMany(count) { return t(count === 1 ? "openThreadOne" : "openThread", { count }); }

// The same sentence as nodes, so that names and commands in it can be elements.
export function tNodes(key, facts) {
  return words[key].split(/(\{\w+\})/).map((piece) => (piece.startsWith("{") ? facts[piece.slice(1, -1)] : piece)).filter((p) => p !== "");
}

export const CATALOGUES = ALL;
