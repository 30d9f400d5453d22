// What a reader does with the page, done by a script; the value is the list of what went wrong.
(() => {
const failures = [];
const expect = (holds, what) => { if (!holds) failures.push(what); };
const shown = (element) => element.getClientRects().length > 0;

for (const button of document.querySelectorAll(".switch button")) {
  const matching = button.dataset.matching;
  button.click();
  const pictures = [...document.querySelectorAll(".only")].filter(shown);
  expect(pictures.length > 5, `${matching}: only ${pictures.length} pictures are shown`);
  expect(pictures.every((one) => one.classList.contains(matching)), `${matching}: pictures of another matching are shown`);
  for (const svg of [...document.querySelectorAll("main svg")].filter(shown)) {
    const { width, height } = svg.getBoundingClientRect();
    expect(width > 50 && height > 50, `${matching}: a picture of ${width} by ${height}`);
  }
  for (const box of [...document.querySelectorAll(".card .scroll")].filter(shown)) {
    const heading = box.closest(".card").querySelector("h2").textContent;
    expect(innerWidth < 1280 || box.scrollWidth <= box.clientWidth, `${matching}: “${heading}” is cut at ${innerWidth}`);
  }
}
expect(!/NaN|undefined/.test(document.body.innerText), "the page contains NaN or undefined");
expect(document.documentElement.scrollWidth <= innerWidth, `the page scrolls sideways at ${innerWidth}`);

const background = () => getComputedStyle(document.body).backgroundColor;
const before = background();
document.getElementById("theme").click();
expect(background() !== before, "the theme does not change");

const first = document.querySelector(".legend button");
first.click();
const pointed = [...document.querySelectorAll(".s")].filter((one) => one.dataset.s === first.dataset.focus);
expect(document.body.classList.contains("focused") && pointed.every((one) => one.classList.contains("on")), "a system is not pointed out");
first.click();
expect(!document.body.classList.contains("focused"), "a system stays pointed out");

const cell = [...document.querySelectorAll("[data-s] [data-k]")].find(shown);
cell.dispatchEvent(new MouseEvent("mousemove", { bubbles: true, clientX: 9, clientY: 9 }));
const tooltip = document.getElementById("tip");
expect(tooltip.classList.contains("on") && tooltip.textContent.includes(DATA.tasks[cell.dataset.k].id), "a task has no tooltip");

return failures;
})()
