// What the vote says: the answer, a bar for each class, the rules for and against.

const SHOWN_CLASSES = 6, SHOWN_RULES = 8;

function voteLine(model, label, share, vote, isAnswer) {
  const bar = make("span", { class: "bar" });
  bar.style.setProperty("--share", share);
  return make("li", isAnswer ? { class: "is-answer" } : {},
    make("span", { class: "name" }, model.classes[label]), bar,
    make("span", { class: "number" }, percent(share)),
    make("span", { class: "votes-cast" },
      `${shortNumber(vote, 3)} ${model.learned === null ? "votes" : "log odds"}`));
}

function showVotes(model, votes, shares, answer) {
  let labels = Array.from(votes.keys());
  if (labels.length > SHOWN_CLASSES) {
    labels = labels.sort((one, other) => votes[other] - votes[one]).slice(0, SHOWN_CLASSES);
  }
  byId("vote-bars").replaceChildren(...labels.map((label) =>
    voteLine(model, label, shares[label], votes[label], label === answer)));
  const left = votes.length - labels.length;
  const rest = Math.max(0, labels.reduce((sum, label) => sum - shares[label], 1));
  byId("vote-rest").textContent =
    left > 0 ? `${counted(left, "more class")}: ${percent(rest)}` : "";
}

// A rule that fires, folded; its curves are drawn when it is opened, and kept while values move.
class FiringRule {
  constructor(model, rule) {
    this.model = model;
    this.rule = rule;
    this.share = make("span", { class: "number" });
    this.bar = make("span", { class: "bar" });
    const text = make("span", { class: "rule-text" }, wholeShares(ruleText(model, rule)));
    this.details = make("details", {}, make("summary", {}, this.share, this.bar, text));
    this.element = make("li", {}, this.details);
    this.conditions = null;
    this.details.addEventListener("toggle", () => this.details.open && this.showValues());
  }

  update(one, row, label) {
    const vote = saidAbout(label, one), share = Math.abs(vote) / row.allVotes;
    this.share.textContent = row.allVotes > 0 ? percent(share) : "–";
    this.bar.style.setProperty("--share", row.allVotes > 0 ? share : 0);
    this.degree = one.degree;
    this.vote = vote;
    this.label = one.added === null ? this.rule.label : label;
    this.row = row;
    if (this.details.open) this.showValues();
  }

  showValues() {
    if (this.conditions === null) {
      this.conditions = conditionList(this.model, this.rule);
      this.summary = make("p", { class: "hint" });
      this.details.append(this.summary, this.conditions, ruleNumbers(this.model, this.rule));
    }
    const size = shortNumber(Math.abs(this.vote), 3), label = this.model.classes[this.label];
    const unit = this.model.learned === null ? "votes" : "log odds";
    this.summary.textContent = `Matches to ${percent(this.degree)}, `
      + (this.vote > 0 ? `gives ${size} ${unit} to ${label}.` : `takes ${size} ${unit} from ${label}.`);
    this.rule.features.forEach((feature, place) => {
      if (feature >= 0) this.showValue(this.conditions.children[place], feature, place);
    });
  }

  showValue(line, feature, place) {
    const { scaled, codes, values } = this.row, set = this.model.setOf.get(feature);
    markValue(line.querySelector(".curve-box"), scaled[feature], stepsOf(this.model, feature));
    markChip(line, set === undefined ? NaN : codes[set]);
    line.querySelector(".fit").textContent = values[feature] === values[feature]
      ? this.fitWords(feature, place, scaled[feature]) : this.missingWords(set);
  }

  missingWords(set) {
    const word = `${this.model.features.missing} here`;
    const isAnything = set === undefined || this.model.sets[set].missing < 0;
    return isAnything ? `${word}, which matches anything` : word;
  }

  fitWords(feature, place, unit) {
    const here = `here ${valueText(this.model, feature, this.row.values[feature])}`;
    // a value that is listed fits fully
    const fit = unit === unit ? fitAt(this.model, this.rule, place, unit) : 1;
    return fit < 1 ? `${here}, fits to ${percent(fit)}` : here;
  }
}

class FiringList {
  constructor(model, side) {
    this.model = model;
    this.side = side;
    this.list = byId(`rules-${side}`);
    this.more = byId(`more-${side}`);
    this.made = new Map();
    this.limit = SHOWN_RULES;
    this.more.addEventListener("click", () => {
      this.limit += 4 * SHOWN_RULES;
      this.show(...this.last);
    });
  }

  show(firing, row, label) {
    this.last = [firing, row, label];
    const sizeOf = (one) => Math.abs(saidAbout(label, one));
    firing.sort((one, other) => sizeOf(other) - sizeOf(one));
    const votes = firing.reduce((sum, one) => sum + sizeOf(one), 0);
    const unit = this.model.learned === null ? "votes" : "log odds";
    const word = this.side === "for" ? "For" : "Against";
    byId(`${this.side}-title`).textContent = `${word} ${this.model.classes[label]}: `
      + `${shortNumber(votes, 3)} ${unit} by ${counted(firing.length, "rule")}`;
    this.list.replaceChildren(...firing.slice(0, this.limit).map((one) => {
      const { index } = one.rule;
      if (!this.made.has(index)) this.made.set(index, new FiringRule(this.model, one.rule));
      this.made.get(index).update(one, row, label);
      return this.made.get(index).element;
    }));
    const left = firing.length - this.limit;
    this.more.hidden = left <= 0;
    this.more.textContent = showMoreWords(Math.min(left, 4 * SHOWN_RULES), left);
  }
}

// A vote for a class is one against all others, and a negative vote turns that round.
function speaksFor(label, { rule, vote, added }) {
  if (added !== null) return leadOf(added, label) > 0;
  return rule.label === label ? vote > 0 : vote < 0;
}

function speaksAgainst(label, { rule, vote, added }) {
  if (added !== null) return leadOf(added, label) < 0;
  return rule.label === label ? vote < 0 : vote > 0;
}
