// The values that a condition lists, one chip each, beside it or below its curve.

const MOST_CHIPS = 7;

function chip(model, feature, code) {
  const category = model.features.categories[feature];
  const set = model.sets[model.setOf.get(feature)];
  const isNamed = set.numeric === 0 && code < category.values.length;
  const word = set.numeric === 1 && code === 0 ? "known" : "unknown";
  const name = isNamed ? category.values[code] : word;
  const kind = isNamed ? "chip" : "chip chip-word";
  return make("span", { class: kind, title: name, "data-code": code }, name);
}

function chipBox(model, feature, codes) {
  const shown = codes.length > MOST_CHIPS ? codes.slice(0, MOST_CHIPS - 1) : codes;
  const left = codes.length - shown.length;
  return make("span", { class: "chips" }, ...shown.map((code) => chip(model, feature, code)),
    left > 0 ? make("span", { class: "chip chip-more" }, `${left} more`) : "");
}

// Chips for a category, and for a number of which only matters whether it is known; else a curve,
// with a chip if an unknown value will do.
function conditionPicture(model, rule, place) {
  const feature = rule.features[place];
  const set = model.sets[model.setOf.get(feature)];
  const listed = listedValues(model, rule, feature);
  if (isUnordered(model, feature)) return chipBox(model, feature, listed);
  if (listed !== null && (!listed.includes(0) || holdsEverywhere(rule, feature))) {
    return chipBox(model, feature, listed);
  }
  const curve = conditionCurve(model, rule, place);
  if (listed === null && set?.size === 2) curve.append(chipBox(model, feature, [1]));
  return curve;
}

function holdsEverywhere(rule, feature) {
  return rule.genes !== null && geneStart(rule, feature) < 0;
}

// Marks the chip of a value that is listed, or the one that stands for it.
function markChip(line, code) {
  const chips = Array.from(line.querySelectorAll(".chip"));
  const here = chips.find((one) => one.dataset.code === String(code))
    ?? (code >= 0 ? chips.find((one) => one.matches(".chip-more")) : undefined);
  for (const one of chips) one.classList.toggle("is-here", one === here);
}
