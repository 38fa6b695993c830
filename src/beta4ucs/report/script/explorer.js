// The list of rules: search, filters, order. Cards are made as they are asked for, so thousands of
// rules cost no more than those on the screen.

const FIRST_CARDS = 20;

const byStrength = (a, b) =>
  b.isVoting - a.isVoting || b.strength - a.strength || b.experience - a.experience;
const ORDERS = {
  gain: (a, b) => b.isVoting - a.isVoting || b.gain - a.gain || byStrength(a, b),
  covered: (a, b) => b.covered - a.covered || byStrength(a, b),
  strength: byStrength,
  fitness: (a, b) => b.fitness - a.fitness || byStrength(a, b),
  experience: (a, b) => b.experience - a.experience || byStrength(a, b),
  copies: (a, b) => b.copies - a.copies || byStrength(a, b),
  size: (a, b) => a.size - b.size || byStrength(a, b),
  longest: (a, b) => b.size - a.size || byStrength(a, b),
};

function readFilters() {
  const number = (id, open) => (byId(id).value === "" ? open : Number(byId(id).value));
  return {
    words: byId("search").value.toLowerCase().split(/\s+/).filter((word) => word !== ""),
    label: number("filter-class", null),
    feature: number("filter-feature", null),
    shape: byId("filter-shape").value,
    from: number("size-from", 0),
    to: number("size-to", Infinity),
    votingOnly: byId("voting-only").checked,
  };
}

function passes(rule, filters, textOf) {
  return (filters.label === null || rule.label === filters.label)
    && (filters.feature === null || rule.features.includes(filters.feature))
    && (filters.shape === "" || rule.isCrisp === (filters.shape === "crisp"))
    && rule.size >= filters.from && rule.size <= filters.to
    && (rule.isVoting || !filters.votingOnly)
    && filters.words.every((word) => textOf(rule).includes(word));
}

// The few rules at the head of the page.
function showStrongest(model) {
  const matter = model.matter.map((place) => model.rules[place]);
  byId("strongest-list").append(...matter.map((rule) => ruleCard(model, rule)));
}

function startExplorer(model) {
  const list = byId("rule-list"), more = byId("more-rules");
  const texts = []; // made on the first search
  const textOf = (rule) => (texts[rule.index] ??= ruleText(model, rule).toLowerCase());
  let found = [];

  function showMore(count) {
    const shown = list.children.length;
    const next = found.slice(shown, shown + count).map((rule) => ruleCard(model, rule));
    list.append(...next);
    const left = found.length - list.children.length;
    more.hidden = left === 0;
    more.textContent = showMoreWords(Math.min(left, list.children.length), left);
    return next[0];
  }

  function update() {
    const filters = readFilters();
    found = model.rules.filter((rule) => passes(rule, filters, textOf));
    found.sort(ORDERS[byId("order").value]);
    byId("rule-count").textContent =
      `${groupedNumber.format(found.length)} of ${counted(model.rules.length, "rule")}`;
    list.replaceChildren();
    showMore(FIRST_CARDS);
  }

  const form = byId("rule-filters");
  form.addEventListener("input", settled(60, update));
  byId("numbers-shown").addEventListener("change", (event) =>
    document.body.classList.toggle("shows-numbers", event.target.checked));
  form.addEventListener("reset", () => setTimeout(update)); // after the fields are empty
  form.addEventListener("submit", (event) => event.preventDefault());
  more.addEventListener("click", () => {
    const first = showMore(list.children.length); // twice as many each time
    first?.setAttribute("tabindex", "-1");
    first?.focus({ preventScroll: true });
  });
  for (const link of document.querySelectorAll("a[data-feature]")) {
    link.addEventListener("click", () => {
      form.reset();
      byId("filter-feature").value = link.dataset.feature;
    });
  }
  update();
}
