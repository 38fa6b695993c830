// A rule to look at: its conditions with their curves or values, and its numbers.

function conditionLine(model, rule, place) {
  const { name, rest } = conditionWords(model, rule, place);
  const isOfFeature = rule.features[place] >= 0;
  return make("li", { class: isOfFeature ? "condition" : "condition condition-of-all" },
    make("span", { class: "feature" }, ...breakable(name)),
    isOfFeature ? conditionPicture(model, rule, place) : "",
    make("span", { class: "words" }, rest, make("span", { class: "fit" })));
}

function conditionList(model, rule) {
  const lines = rule.words.map((_, place) => conditionLine(model, rule, place));
  if (lines.length === 0) lines.push(make("li", { class: "condition-of-all" }, "anything"));
  return make("ul", { class: "conditions" }, ...lines);
}

function ruleNumbers(rule) {
  const strength = ["strength", rule.strength.toPrecision(3)];
  const experience = groupedNumber.format(Math.round(rule.experience));
  const pairs = rule.weight === null ? [
    strength,
    ["fitness", rule.fitness.toFixed(2)],
    ["experience", experience],
    ["copies", groupedNumber.format(rule.copies)],
  ] : [strength, ["weight", rule.weight.toPrecision(3)], ["training rows", experience]];
  return make("dl", { class: "numbers" }, ...pairs.map(([name, value]) =>
    make("div", {}, make("dt", {}, name), make("dd", {}, value))));
}

function ruleKind(rule) {
  const kind = `${rule.isCrisp ? "crisp" : "fuzzy"}, ${counted(rule.size, "condition")}`;
  return rule.isVoting ? kind : `${kind}, does not vote`;
}

function ruleCard(model, rule) {
  return make("li", { class: rule.isVoting ? "rule" : "rule rule-silent" },
    make("div", { class: "rule-head" },
      make("h3", {}, wholeShares(rule.consequent)),
      make("span", { class: "kind" }, ruleKind(rule)),
      make("span", { class: "rule-index" }, `rule ${rule.index}`)),
    conditionList(model, rule),
    rule.covers === "" ? "" : make("p", { class: "covers" }, rule.covers),
    ruleNumbers(rule));
}
