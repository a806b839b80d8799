// Requests to the server: acts and reads over HTTP, live events over a websocket.

export class CannotError extends Error {}

async function answer(response) {
  const data = await response.json().catch(() => ({}));
  if (!response.ok || "cannot" in data) throw new CannotError(data.cannot || `${response.status}`);
  return data;
}

export async function act(me, what, body) {
  const response = await fetch(`/control/people/${encodeURIComponent(me)}/${what}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  return answer(response);
}

export async function upload(me, file) {
  const form = new FormData();
  form.append("files[0]", file, file.name);
  const data = await answer(await fetch(`/control/people/${encodeURIComponent(me)}/uploads`, { method: "POST", body: form }));
  return data.ids[0];
}

// `since` is when this page was opened: a client that starts has no ephemeral messages.
export async function messages(me, channel, since, before = null) {
  const more = before ? `&before=${before}` : "";
  return answer(await fetch(`/control/people/${encodeURIComponent(me)}/channels/${channel}/messages?limit=60&since=${since}${more}`));
}

export async function people() { return (await answer(await fetch("/control/people"))).people; }

export async function pinned(me, channel) {
  return (await answer(await fetch(`/control/people/${encodeURIComponent(me)}/channels/${channel}/pins`))).messages;
}

// Call `hear(event, data)` for every event, and `hear("LOST")` when the connection breaks.
export function listen(me, hear) {
  let socket = null;
  let wait = 400;
  let over = false;
  const open = () => {
    if (over) return;
    const who = me ? `as=${encodeURIComponent(me)}` : `locale=${encodeURIComponent(navigator.language)}`;
    socket = new WebSocket(`ws://${location.host}/control/feed?${who}`);
    socket.onmessage = (frame) => { wait = 400; const { event, data } = JSON.parse(frame.data); hear(event, data); };
    socket.onclose = () => {
      if (over) return;
      hear("LOST");
      setTimeout(open, wait);
      wait = Math.min(wait * 1.7, 5000);
    };
  };
  open();
  return () => { over = true; socket?.close(); };
}
