const root = document.documentElement;
const tip = document.getElementById("tip");

// Which matching is shown.
for (const button of document.querySelectorAll(".switch button")) {
  button.addEventListener("click", () => { root.dataset.matching = button.dataset.matching; });
}

// Light or dark: follows the system until it is chosen.
document.getElementById("theme").addEventListener("click", () => {
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
});

// Systems that are pointed out; the others fade.
const chosen = new Set();
function point(systems) {
  document.body.classList.toggle("focused", systems.size > 0);
  for (const one of document.querySelectorAll(".s")) one.classList.toggle("on", systems.has(one.dataset.s));
}
for (const button of document.querySelectorAll(".legend button")) {
  const system = button.dataset.focus;
  button.addEventListener("click", () => {
    if (!chosen.delete(system)) chosen.add(system);
    button.classList.toggle("on", chosen.has(system));
    point(chosen);
  });
  button.addEventListener("mouseenter", () => point(new Set([...chosen, system])));
  button.addEventListener("mouseleave", () => point(chosen));
}

// Tooltips: a text of its own, or the task of a column and the system of a row.
function lines(element) {
  if (element.dataset.tip) return [element.dataset.tip];
  const task = DATA.tasks[element.dataset.k];
  if (!task) return null;
  const row = element.closest("[data-s]");
  const first = row ? `${DATA.systems[row.dataset.s]}: ${element.dataset.v}` : task.id;
  return [first, row ? `${task.id} · ${task.repo} · ${task.tier}` : `${task.repo} · ${task.tier}`, task.asks];
}
addEventListener("mousemove", (event) => {
  const element = event.target.closest && event.target.closest("[data-tip], [data-k]");
  const text_lines = element && lines(element);
  tip.classList.toggle("on", Boolean(text_lines));
  if (!text_lines) return;
  tip.replaceChildren(text_lines[0], ...text_lines.slice(1).filter(Boolean).map((text) => {
    const small = document.createElement("small");
    small.textContent = text;
    return small;
  }));
  const { width, height } = tip.getBoundingClientRect();
  tip.style.left = `${Math.min(event.clientX + 14, innerWidth - width - 8)}px`;
  tip.style.top = `${event.clientY + 18 + height > innerHeight ? event.clientY - height - 10 : event.clientY + 18}px`;
});
