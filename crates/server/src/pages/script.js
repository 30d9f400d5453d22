// What pages do beyond links and forms: keys, results while typing, copying, lines, verdicts, adding a
// repository. Text of a repository reaches a page only as text or as elements that the server has escaped.
"use strict";

const byId = (id) => document.getElementById(id);
const search = byId("search");
const quick = byId("quick");

// A short message that goes away by itself.
let toastTimer = 0;
function toast(text) {
  const box = byId("toast");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { box.hidden = true; }, 1800);
}

async function copyText(text, what) {
  await navigator.clipboard.writeText(text);
  toast(what + " copied");
}

// Keys.

function move(step) {
  const scope = quick && !quick.hidden ? quick : byId("main");
  const items = [...scope.querySelectorAll("a.item")].filter((item) => item.getClientRects().length > 0);
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

function askPage() {
  const task = byId("task");
  const link = document.querySelector(".top nav a");
  if (task) task.select();
  else if (link) location.href = link.href;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    // The usual key that sends a text of several lines.
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter" && event.target.matches("textarea")) {
      event.target.form.requestSubmit();
    }
    return;
  }
  if (event.target === search && event.key === "ArrowDown") {
    event.preventDefault();
    move(1);
    return;
  }
  if (quick && !quick.hidden && quick.contains(event.target) && event.key.startsWith("Arrow")) {
    event.preventDefault();
    move(event.key === "ArrowDown" ? 1 : -1);
    return;
  }
  if (event.key === "Escape" && quick) quick.hidden = true;
  if (event.target.matches("input, textarea, select")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const actions = {
    "/": () => search && search.select(), j: () => move(1), k: () => move(-1), a: askPage, y: copyPermalink, "?": toggleKeys,
  };
  const action = actions[event.key];
  if (action) {
    event.preventDefault();
    action();
  }
});

for (const button of document.querySelectorAll("[data-keys]")) {
  button.hidden = false;
  button.addEventListener("click", toggleKeys);
}

// Results while somebody types.

if (search) {
  let asked = 0;
  let timer = 0;
  let pending = null;
  const ask = async () => {
    const query = search.value.trim();
    const turn = ++asked;
    if (pending) pending.abort();
    if (query.length < 2) {
      quick.hidden = true;
      return;
    }
    pending = new AbortController();
    const response = await fetch(search.form.action + "?q=" + encodeURIComponent(query), { signal: pending.signal });
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
    timer = setTimeout(() => ask().catch(() => {}), 120);
  });
  document.addEventListener("click", (event) => {
    if (!search.form.contains(event.target)) quick.hidden = true;
  });
}

// The budget.

const slider = byId("slider");
if (slider) {
  const budget = byId("budget");
  slider.hidden = false;
  slider.addEventListener("input", () => { budget.value = slider.value; });
  budget.addEventListener("input", () => { slider.value = budget.value; });
  // A new budget is a new answer.
  slider.addEventListener("change", () => { if (byId("task").value.trim()) slider.form.requestSubmit(); });
}

// Copying.

if (navigator.clipboard) {
  for (const button of document.querySelectorAll("button[data-copy], button[data-text]")) {
    button.hidden = false;
    button.addEventListener("click", (event) => {
      event.preventDefault();
      const text = button.dataset.copy ? byId(button.dataset.copy).textContent : button.dataset.text;
      copyText(text, button.dataset.copy ? "Prompt" : button.textContent.replace("Copy ", "") || "Text");
    });
  }
}

// Lines of a file: one, or several with the shift key.

const lineOf = (element) => (element ? Number(element.id.slice(1)) : 0);
function chosenLines() {
  const parts = /^#L(\d+)(?:-L(\d+))?$/.exec(location.hash);
  if (!parts) return null;
  const [first, last] = [Number(parts[1]), Number(parts[2] || parts[1])];
  return [Math.min(first, last), Math.max(first, last)];
}

function markLines() {
  const chosen = chosenLines();
  for (const line of document.querySelectorAll(".line.chosen")) line.classList.remove("chosen");
  if (!chosen) return;
  for (let number = chosen[0]; number <= chosen[1]; number++) {
    const line = byId("L" + number);
    if (line) line.classList.add("chosen");
  }
}

function permalink() {
  const link = byId("permalink");
  return link ? link.href.split("#")[0] + (chosenLines() ? location.hash : "") : null;
}

function copyPermalink() {
  const link = permalink();
  if (!link) return;
  history.replaceState(null, "", link);
  if (navigator.clipboard) copyText(link, "Permanent link");
}

if (document.querySelector(".line[id]")) {
  markLines();
  const chosen = chosenLines();
  if (chosen && chosen[0] !== chosen[1] && byId("L" + chosen[0])) byId("L" + chosen[0]).scrollIntoView({ block: "center" });
  addEventListener("hashchange", markLines);
  document.addEventListener("click", (event) => {
    const number = event.target.closest && event.target.closest(".line[id] > .number");
    const before = chosenLines();
    if (!number || !event.shiftKey || !before) return;
    event.preventDefault();
    const line = lineOf(number.parentElement);
    const [first, last] = [Math.min(before[0], line), Math.max(before[0], line)];
    history.replaceState(null, "", `#L${first}-L${last}`);
    markLines();
  });
  for (const button of document.querySelectorAll("button[data-lines]")) {
    if (!navigator.clipboard) break;
    button.hidden = false;
    button.addEventListener("click", () => {
      const chosen = chosenLines();
      if (button.dataset.lines === "path") {
        const lines = chosen ? ":" + (chosen[0] === chosen[1] ? chosen[0] : chosen.join("-")) : "";
        copyText(button.dataset.path + lines, "Path");
        return;
      }
      const lines = [...document.querySelectorAll(chosen ? ".line.chosen > .text" : ".line[id] > .text")];
      copyText(lines.map((line) => line.textContent).join("\n") + "\n", chosen ? "Lines" : "File");
    });
  }
}

// Whether a symbol was of use: recorded without leaving the page.

for (const form of document.querySelectorAll("form.verdict")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const fields = new URLSearchParams(new FormData(form, event.submitter));
    const response = await fetch(form.action, { method: "POST", body: fields });
    if (!response.ok) {
      toast("This could not be recorded");
      return;
    }
    for (const button of form.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button === event.submitter));
    }
    toast("Recorded: later answers use it");
  });
}

// A repository is added, with its progress.

const add = byId("add");
if (add) {
  add.hidden = false;
  add.addEventListener("submit", async (event) => {
    event.preventDefault();
    const progress = byId("progress");
    const bar = byId("bar");
    progress.textContent = "Registering …";
    // The stream is open before the work begins, so no event is missed.
    const events = new EventSource("/events");
    let hash = null;
    const early = [];
    const handle = (name, data) => {
      if (data.workspace_hash !== hash) return;
      if (name === "progress") {
        progress.textContent = data.phase + (data.total ? ` ${data.done} of ${data.total}` : "") + " …";
        if (data.total) bar.value = (100 * data.done) / data.total;
        else bar.removeAttribute("value");
      } else {
        events.close();
        bar.hidden = true;
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
        body: JSON.stringify({ root_path: byId("root").value.trim() }),
      });
      const answer = await response.json();
      if (!response.ok) throw new Error([answer.error.message, answer.error.hint].filter(Boolean).join("; "));
      hash = answer.workspace_hash;
      bar.hidden = false;
      progress.textContent = "Indexing …";
      for (const [name, data] of early) handle(name, data);
      // An index that was there already sends no event.
      const status = await (await fetch("/api/v1/status?workspace=" + hash)).json();
      if (status.indexed && status.stale_files === 0) location.reload();
    } catch (error) {
      events.close();
      bar.hidden = true;
      progress.textContent = error.message;
    }
  });
}
