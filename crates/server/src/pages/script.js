// What pages do beyond links and forms: keys, results while typing, copying, adding a repository.
// Text of a repository reaches a page only as text or as elements that the server has escaped.
"use strict";

const byId = (id) => document.getElementById(id);
const search = byId("search");
const quick = byId("quick");

function move(step) {
  const scope = quick && !quick.hidden ? quick : byId("main");
  const items = [...scope.querySelectorAll("a.item")];
  if (items.length === 0) return;
  const at = items.indexOf(document.activeElement);
  const next = at < 0 ? (step > 0 ? 0 : items.length - 1) : Math.min(Math.max(at + step, 0), items.length - 1);
  items[next].focus();
  items[next].scrollIntoView({ block: "nearest" });
}

function toggleKeys() {
  const keys = byId("keys");
  if (keys.open) keys.close();
  else keys.showModal();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target === search && event.key === "ArrowDown") {
    event.preventDefault();
    move(1);
    return;
  }
  if (event.key === "Escape" && quick) quick.hidden = true;
  if (event.target.matches("input, textarea, select")) return;
  const actions = { "/": () => search && search.select(), j: () => move(1), k: () => move(-1), "?": toggleKeys };
  const action = actions[event.key];
  if (action) {
    event.preventDefault();
    action();
  }
});

if (search) {
  let asked = 0;
  let timer = 0;
  const ask = async () => {
    const query = search.value.trim();
    const turn = ++asked;
    if (query.length < 2) {
      quick.hidden = true;
      return;
    }
    const response = await fetch(search.form.action + "?q=" + encodeURIComponent(query));
    const text = await response.text();
    if (turn !== asked || !response.ok) return;
    const found = new DOMParser().parseFromString(text, "text/html").getElementById("found");
    const rows = found ? [...found.children].slice(0, 12) : [];
    const list = document.createElement("ul");
    list.className = "plain";
    list.append(...rows);
    quick.replaceChildren(list);
    quick.hidden = rows.length === 0;
  };
  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => ask().catch(() => {}), 150);
  });
  document.addEventListener("click", (event) => {
    if (!search.form.contains(event.target)) quick.hidden = true;
  });
}

for (const button of document.querySelectorAll("button[data-copy], button[data-text]")) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = button.dataset.copy ? byId(button.dataset.copy).textContent : button.dataset.text;
    const label = button.textContent;
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = label; }, 1500);
  });
}

const add = byId("add");
if (add) {
  add.hidden = false;
  add.addEventListener("submit", async (event) => {
    event.preventDefault();
    const progress = byId("progress");
    progress.textContent = "Registering …";
    // The stream is open before the work begins, so no event is missed.
    const events = new EventSource("/events");
    let hash = null;
    const early = [];
    const handle = (name, data) => {
      if (data.workspace_hash !== hash) return;
      if (name === "progress") {
        progress.textContent = data.phase + (data.total ? ` ${data.done} of ${data.total}` : "") + " …";
      } else {
        events.close();
        if (name === "failure") progress.textContent = data.message;
        else location.reload();
      }
    };
    for (const name of ["progress", "snapshot", "failure"]) {
      events.addEventListener(name, (message) => {
        const data = JSON.parse(message.data);
        if (hash) handle(name, data);
        else early.push([name, data]);
      });
    }
    await new Promise((resolve) => {
      events.onopen = resolve;
      events.onerror = resolve;
      setTimeout(resolve, 1000);
    });
    try {
      const response = await fetch("/api/v1/init", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ root_path: byId("root").value }),
      });
      const answer = await response.json();
      if (!response.ok) throw new Error([answer.error.message, answer.error.hint].filter(Boolean).join("; "));
      hash = answer.workspace_hash;
      progress.textContent = "Indexing …";
      for (const [name, data] of early) handle(name, data);
      // An index that was there already sends no event.
      const status = await (await fetch("/api/v1/status?workspace=" + hash)).json();
      if (status.indexed && status.stale_files === 0) location.reload();
    } catch (error) {
      events.close();
      progress.textContent = error.message;
    }
  });
}
