// Rules on and off: a switch on every card, what the model would be without the rules that are off,
// and the rules that are left, as a file.

const SWITCHED = "rules-switched"; // an event on the document
const MOST_MATCHES = 8e6; // rules times rows, so that the first switch takes a moment only

const MEASURES = [
  ["accuracy", "accuracy", (value) => `${(100 * value).toFixed(1)}%`],
  ["balanced", "balanced accuracy", (value) => `${(100 * value).toFixed(1)}%`],
  ["auc", "AUC", (value) => value.toFixed(3)],
  ["logLoss", "log loss", (value) => value.toFixed(3)],
];

function canJudge(model) {
  return model.shape !== null && model.rows.truth !== null && model.rows.numbers.length > 0;
}

function ruleSwitch(model, rule) {
  if (!rule.isVoting || model.shape === null) return "";
  const box = make("input", { type: "checkbox", "data-rule": rule.index,
    "aria-label": `Rule ${rule.index} is on` });
  box.checked = !rule.isOff;
  box.addEventListener("change", () => switchRules([rule], !box.checked));
  return make("label", { class: "check switch" }, box, "on");
}

function switchRules(rules, isOff) {
  for (const rule of rules) rule.isOff = isOff;
  const states = new Map(rules.map((rule) => [String(rule.index), isOff]));
  for (const box of document.querySelectorAll("input[data-rule]")) {
    if (states.has(box.dataset.rule)) box.checked = !states.get(box.dataset.rule);
  }
  for (const card of document.querySelectorAll(".rule:has(input[data-rule])")) {
    card.classList.toggle("rule-off", !card.querySelector("input[data-rule]").checked);
  }
  document.dispatchEvent(new CustomEvent(SWITCHED));
}

// Judges the rules that are on by the rows in the page. Which rules fire on a row is found once.
class Judge {
  constructor(model) {
    this.model = model;
    const { numbers } = model.rows;
    const most = Math.max(1, Math.floor(MOST_MATCHES / Math.max(1, model.votingRules.length)));
    const step = Math.max(1, numbers.length / most);
    this.rows = [];
    for (let at = 0; at < numbers.length; at += step) this.rows.push(Math.floor(at));
    this.truth = this.rows.map((row) => model.rows.truth[row]);
    this.firing = null;
    this.before = null;
  }

  // "on 200 test rows", or "on 50 of 200 test rows"
  get words() {
    const { total, words } = this.model.rows, count = this.rows.length;
    const some = count < total ? `${groupedNumber.format(count)} of ` : "";
    return `on ${some}${groupedNumber.format(total)} ${words}`;
  }

  prepare() {
    const { model } = this, off = model.rules.filter((rule) => rule.isOff);
    for (const rule of off) rule.isOff = false;
    this.firing = this.rows.map((row) => {
      const values = model.rows.values[row].map((value) => (value === null ? NaN : value));
      return firingRules(model, encodedRow(model, values));
    });
    this.before = this.measures();
    for (const rule of off) rule.isOff = true;
  }

  measures() {
    const { model } = this;
    const votes = this.firing.map((firing) =>
      summedVotes(model, firing.filter(({ rule }) => !rule.isOff)));
    return judged(this.truth, votes.map((sums) => decidedClass(model, sums)),
      votes.map((sums) => sharesOf(model, sums)), model.classes.length);
  }
}

function measureCells(before, after) {
  return MEASURES.filter(([name]) => before[name] !== null).map(([name, words, say]) =>
    make("div", {}, make("dt", {}, words), make("dd", {}, say(before[name]), " → ",
      make("strong", {}, say(after[name])))));
}

function saveText(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function startSelection(model) {
  const bar = byId("selection");
  const judge = canJudge(model) ? new Judge(model) : null;
  // 'beta4ucs edit' takes these files; where the page leaves out rules, they name those to drop
  function lines(textOf) {
    const isPart = model.leftOut.rules > 0;
    const chosen = model.rules.filter((rule) => Boolean(rule.isOff) === isPart);
    if (!isPart) return `${chosen.map(textOf).join("\n")}\n`;
    const dropped = chosen.map((rule) => `# ${ruleText(model, rule)}\nDROP ${rule.index}`);
    return ["# All rules stay but these.", ...dropped, ""].join("\n");
  }

  function show() {
    const nOff = model.votingRules.filter((rule) => rule.isOff).length;
    bar.hidden = nOff === 0;
    if (nOff === 0) return;
    byId("selection-count").textContent =
      `${groupedNumber.format(nOff)} of ${counted(model.votingRules.length, "rule")} off`;
    if (judge === null) return;
    if (judge.firing === null) judge.prepare();
    const all = model.leftOut.voters > 0 ? "all rules of this page" : "all rules";
    byId("selection-rows").textContent = `${judge.words}, ${all} → those that are on:`;
    byId("selection-measures").replaceChildren(...measureCells(judge.before, judge.measures()));
  }

  document.addEventListener(SWITCHED, settled(0, show));
  byId("all-on").addEventListener("click", () => switchRules(model.rules, false));
  byId("save-rules").addEventListener("click", () =>
    saveText("rules.txt", lines((rule) => ruleText(model, rule))));
  byId("save-numbers").addEventListener("click", () =>
    saveText("rule-numbers.txt", lines((rule) => rule.index)));
}
