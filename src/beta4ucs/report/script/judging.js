// How good answers are, as beta4ucs.measures says it: places of true classes against answers and
// probabilities. Rows of a class that the model does not know (-1) count in the accuracy only.

const SMALLEST_SHARE = 2 ** -52; // as scikit-learn's log loss has it

function judged(truth, answers, shares, nClasses) {
  const known = Array.from(truth.keys()).filter((row) => truth[row] >= 0);
  const right = Array.from(truth.keys()).filter((row) => truth[row] === answers[row]).length;
  return {
    accuracy: right / truth.length,
    balanced: known.length === 0 ? null : balancedAccuracy(known, truth, answers, nClasses),
    auc: known.length === 0 ? null : meanArea(known, truth, shares, nClasses),
    logLoss: known.length === 0 ? null : logLoss(known, truth, shares),
  };
}

function mean(numbers) {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}

function balancedAccuracy(known, truth, answers, nClasses) {
  const recalls = [];
  for (let label = 0; label < nClasses; label += 1) {
    const rows = known.filter((row) => truth[row] === label);
    if (rows.length > 0) recalls.push(mean(rows.map((row) => Number(answers[row] === label))));
  }
  return mean(recalls);
}

function logLoss(known, truth, shares) {
  return mean(known.map((row) => {
    const share = shares[row][truth[row]];
    return -Math.log(Math.min(Math.max(share, SMALLEST_SHARE), 1 - SMALLEST_SHARE));
  }));
}

// The mean over classes of the area under the ROC curve, each class against the rest.
function meanArea(known, truth, shares, nClasses) {
  const areas = [];
  for (let label = 0; label < nClasses; label += 1) {
    const area = areaOf(known.map((row) => [shares[row][label], truth[row] === label]));
    if (area !== null) areas.push(area);
  }
  return areas.length === 0 ? null : mean(areas);
}

// The share of pairs of a row with the class and one without it that are in order; ties are half.
function areaOf(pairs) {
  pairs.sort(([one], [other]) => one - other);
  let nWith = 0, ranks = 0;
  for (let start = 0, end = 0; start < pairs.length; start = end) {
    while (end < pairs.length && pairs[end][0] === pairs[start][0]) end += 1;
    const rank = (start + 1 + end) / 2;
    for (let at = start; at < end; at += 1) {
      if (pairs[at][1]) {
        nWith += 1;
        ranks += rank;
      }
    }
  }
  const nWithout = pairs.length - nWith;
  return nWith === 0 || nWithout === 0 ? null
    : (ranks - nWith * (nWith + 1) / 2) / (nWith * nWithout);
}
