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

function scaledRow(features, row) {
  return Float64Array.from(row, (value, feature) => scaledValue(features, feature, value));
}

// Every voting rule that matches, in the order of the population: sums then round as in Python.
function firingRules(model, scaled) {
  const { degree } = model.shape, settings = model.representation.settings;
  const firing = [];
  for (const rule of model.votingRules) {
    const matched = degree(rule, scaled, settings);
    if (matched > 0) firing.push({ rule, degree: matched, vote: rule.strength * matched });
  }
  return firing;
}

function summedVotes(model, firing) {
  const votes = new Float64Array(model.classes.length);
  for (const { rule, vote } of firing) votes[rule.label] += vote;
  return votes;
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

// As answers.decide: among equals the first, the most frequent in training, or the one drawn.
function decidedClass(tieBreak, votes) {
  const best = Math.max(...votes);
  const equals = Array.from(votes.keys()).filter((label) => votes[label] === best);
  if (tieBreak.kind === "random") return equals[Math.floor(tieBreak.draw * equals.length)];
  if (tieBreak.kind === "first") return equals[0];
  return equals.reduce((one, other) =>
    (tieBreak.counts[other] > tieBreak.counts[one] ? other : one));
}
