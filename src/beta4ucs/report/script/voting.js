// From a row in original units to votes, probabilities and a class.

// As UnitScaling.transform: clipped to the training range, 0.5 where that has no width.
function scaledValue(features, feature, value) {
  const low = features.low[feature], high = features.high[feature];
  if (value !== value) return NaN;
  if (low === high) return 0.5;
  const clipped = Math.min(Math.max(value, low), high);
  if (high - low < Infinity) return (clipped - low) / (high - low);
  return (clipped * 0.5 - low * 0.5) / (high * 0.5 - low * 0.5);
}

// As Encoding.transform: the number of a category without an order is none, its value has a code.
function encodedRow(model, row) {
  const { features, sets } = model;
  return {
    scaled: Float64Array.from(row, (value, feature) =>
      (isUnordered(model, feature) ? NaN : scaledValue(features, feature, value))),
    codes: sets.map((set) => codeOf(model, set, row[set.feature])),
  };
}

// The place of a value in a set, or one behind all for a value that training did not have.
function codeOf(model, set, value) {
  if (value !== value) return set.missing;
  if (set.numeric === 1) return 0;
  return value < model.features.categories[set.feature].values.length ? value : set.size;
}

// Bits come in two words of 32; a code of -1 is in every set.
function holds(low, high, code) {
  return code < 0 || ((code < 32 ? low >>> code : high >>> (code - 32)) & 1) === 1;
}

function listsAll({ sets }, codes) {
  for (let at = 0; at < sets.length; at += 3) {
    if (!holds(sets[at + 1], sets[at + 2], codes[sets[at]])) return false;
  }
  return true;
}

// Every voting rule that matches, in the order of the population: sums then round as in Python.
function firingRules(model, { scaled, codes }) {
  const { degree } = model.shape, settings = model.representation.settings;
  const firing = [];
  for (const rule of model.votingRules) {
    if (rule.isOff || !listsAll(rule, codes)) continue;
    const matched = degree(rule, scaled, settings);
    if (matched > 0) firing.push(firingRule(model, rule, matched));
  }
  return firing;
}

// A rule votes for its own class, or, where votes were learned, adds to every class.
function firingRule(model, rule, degree) {
  if (model.learned === null) return { rule, degree, vote: rule.strength * degree, added: null };
  const added = rule.added.map((amount) => amount * degree);
  return { rule, degree, vote: leadOf(added, rule.label), added };
}

// By how much a class is ahead of the mean of the others.
function leadOf(added, label) {
  const all = added.reduce((sum, amount) => sum + amount, 0);
  return added[label] - (all - added[label]) / (added.length - 1);
}

function summedVotes(model, firing) {
  if (model.learned === null) {
    const votes = new Float64Array(model.classes.length);
    for (const { rule, vote } of firing) votes[rule.label] += vote;
    return votes;
  }
  const votes = Float64Array.from(model.learned.start);
  for (const { added } of firing) added.forEach((amount, label) => { votes[label] += amount; });
  return votes;
}

function sharesOf(model, votes) {
  return model.learned === null ? probabilitiesOf(votes) : softmaxOf(votes);
}

function softmaxOf(logOdds) {
  const best = Math.max(...logOdds);
  const weights = Array.from(logOdds, (odds) => Math.exp(odds - best));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

// What a rule says about a class: its vote, or how far it moves that class where votes were learned.
function saidAbout(label, { vote, added }) {
  return added === null ? vote : leadOf(added, label);
}

// What the bar of a rule is a share of: positive votes, or all that rules move that class by.
function wholeOf(model, votes, firing, label) {
  if (model.learned === null) return positiveVotes(votes);
  return firing.reduce((sum, one) => sum + Math.abs(saidAbout(label, one)), 0);
}

// What probabilities are shares of.
function positiveVotes(votes) {
  return votes.reduce((sum, vote) => sum + Math.max(vote, 0), 0);
}

function probabilitiesOf(votes) {
  const best = Math.max(...votes);
  const weights = Array.from(votes, (vote) =>
    (best > 0 ? Math.max(vote, 0) : Number(vote === best)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

// As decisions.decide: among equals the first, the most frequent in training, or the one drawn.
// A threshold decides by the probability of its class alone.
function decidedClass(model, votes) {
  const { tieBreak, threshold } = model;
  if (threshold !== null) {
    const isReached = sharesOf(model, votes)[threshold.label] >= threshold.probability;
    return isReached ? threshold.label : 1 - threshold.label;
  }
  const best = Math.max(...votes);
  const equals = Array.from(votes.keys()).filter((label) => votes[label] === best);
  if (tieBreak.kind === "random") return equals[Math.floor(tieBreak.draw * equals.length)];
  if (tieBreak.kind === "first") return equals[0];
  return equals.reduce((one, other) =>
    (tieBreak.counts[other] > tieBreak.counts[one] ? other : one));
}
