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

function ruleNumbers(model, rule) {
  const strength = ["strength", rule.strength.toPrecision(3)];
  const experience = groupedNumber.format(Math.round(rule.experience));
  const pairs = rule.weight === null ? [
    strength,
    ["fitness", rule.fitness.toFixed(2)],
    ["experience", experience],
    ["copies", groupedNumber.format(rule.copies)],
  ] : [strength, ["weight", rule.weight.toPrecision(3)], ["training rows", experience]];
  return make("dl", { class: "numbers" }, ...pairs.map(([name, value]) =>
    make("div", { "data-word": name }, make("dt", {}, term(model, name)), make("dd", {}, value))));
}

function ruleKind(model, rule) {
  const kind = `, ${counted(rule.size, "condition")}`;
  return make("span", { class: "kind" }, term(model, rule.isCrisp ? "crisp" : "fuzzy"),
    rule.isVoting ? kind : `${kind}, does not vote`);
}

// "covers 12 of 18 test rows", with what that means.
function coverLine(model, rule) {
  if (rule.covers === "") return "";
  return make("p", { class: "covers" }, term(model, "covers"), rule.covers.slice("covers".length));
}

function ruleCard(model, rule) {
  return make("li", { class: rule.isVoting ? "rule" : "rule rule-silent" },
    make("div", { class: "rule-head" },
      make("h3", {}, wholeShares(rule.consequent)),
      ruleKind(model, rule),
      make("span", { class: "rule-index" }, `rule ${rule.index}`),
      ruleSwitch(model, rule)),
    conditionList(model, rule),
    coverLine(model, rule),
    ruleNumbers(model, rule));
}
