// What Python has left in the page, as objects.

function readModel(text) {
  const model = JSON.parse(text);
  const { width, name, isOurs } = model.representation;
  model.shape = isOurs && Object.hasOwn(REPRESENTATIONS, name) ? REPRESENTATIONS[name] : null;
  const columns = model.rules;
  model.rules = columns.label.map((label, index) => ({
    index: columns.index[index], // its place in the population
    label,
    isVoting: columns.votes[index] === 1,
    covers: coverageWords(model, index, model.classes[label]),
    strength: columns.strength[index],
    fitness: columns.fitness[index],
    experience: columns.experience[index],
    copies: columns.copies[index],
    gain: columns.gain[index],
    covered: model.coverage.covered[index] ?? -1,
    isOff: false,
    consequent: model.learned === null ? model.classes[label] : model.learned.consequents[index],
    weight: model.learned === null ? null : model.learned.weights[index],
    added: model.learned === null ? null : model.learned.added[index],
    isCrisp: columns.crisp[index] === 1,
    features: columns.features[index],
    words: columns.words[index],
    size: columns.features[index].filter((feature) => feature >= 0).length,
    genes: columns.genes ? Float64Array.from(columns.genes[index]) : null, // reads "Infinity" too
    ownGenes: columns.ruleGenes ? columns.ruleGenes[index] : null,
    curves: columns.curves ? columns.curves[index] : null,
    sets: columns.sets[index],
    geneWidth: width,
  }));
  model.setOf = new Map(model.sets.map((set, place) => [set.feature, place]));
  model.votingRules = model.rules.filter((rule) => rule.isVoting);
  return model;
}

// "covers 12 of 18 test rows, 92% of them red (39% of all)", or nothing if it was not counted.
function coverageWords({ coverage }, index, label) {
  const covered = coverage.covered[index], right = coverage.right[index];
  if (covered === null) return "";
  const words = `covers ${groupedNumber.format(covered)} of `
    + `${groupedNumber.format(coverage.rows)} ${coverage.words}`;
  if (right === null || covered === 0) return words;
  const usual = percent(coverage.ofClass[index] / coverage.rows);
  return `${words}, ${percent(right / covered)} of them ${label} (${usual} of all)`;
}

function isUnordered(model, feature) {
  const category = model.features.categories[feature];
  return category !== null && category.ordered === 0;
}

// A value for people: in original units, or by its name.
function valueText(model, feature, value) {
  const category = model.features.categories[feature];
  if (value !== value) return model.features.missing;
  if (category === null) return shortNumber(value);
  return category.values[value] ?? "a value not in training";
}

// The other way round; a name that training did not have stands behind all, or for all rare ones.
function numberOf(model, feature, value) {
  const category = model.features.categories[feature];
  if (value === null || category === null) return value ?? NaN;
  const place = category.values.indexOf(String(value));
  if (place >= 0) return place;
  return category.hasOther === 1 ? category.values.indexOf("(other)") : category.values.length;
}

// The values of a feature that a rule lists, as codes and names; null if it lists all.
function listedValues(model, rule, feature) {
  const place = model.setOf.get(feature);
  for (let at = 0; at < rule.sets.length; at += 3) {
    if (rule.sets[at] !== place) continue;
    const { size } = model.sets[place];
    const codes = Array.from({ length: size }, (_, code) => code);
    return codes.filter((code) => holds(rule.sets[at + 1], rule.sets[at + 2], code));
  }
  return null;
}

// A condition's words apart from the feature's name, which Python leaves out where it comes first.
function conditionWords(model, rule, place) {
  const words = rule.words[place];
  return words.startsWith(" ")
    ? { name: model.features.names[rule.features[place]], rest: words.slice(1) }
    : { name: "", rest: words };
}

function ruleText(model, rule) {
  const conditions = rule.words.map((_, place) => {
    const { name, rest } = conditionWords(model, rule, place);
    return name === "" ? rest : `${name} ${rest}`;
  });
  const joined = conditions.map((words) =>
    conditions.length > 1 && words.endsWith(" or unknown") ? `(${words})` : words,
  );
  return `IF ${joined.join(" AND ") || "anything"} THEN ${rule.consequent}`;
}

// Where the numbers of a feature's gene begin; -1 if it holds everywhere and is left out.
function geneStart(rule, feature) {
  for (let start = 0; start < rule.genes.length; start += rule.geneWidth + 1) {
    if (rule.genes[start] === feature) return start + 1;
  }
  return -1;
}
