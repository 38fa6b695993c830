// Starts everything, and leaves the vote for the browser's console and for tests:
// beta4ucs.probabilities([13.2, null, "foul"]), null where a value is missing, categories by name.

const model = readModel(byId("model").textContent);
startTheme();
showStrongest(model);
startExplorer(model);
startSelection(model);
startWhatIf(model);
if (model.shape !== null) {
  const votes = (row) => {
    const known = row.map((value, feature) => numberOf(model, feature, value));
    return summedVotes(model, firingRules(model, encodedRow(model, known)));
  };
  window.beta4ucs = Object.freeze({
    votes: (row) => Array.from(votes(row)),
    probabilities: (row) => sharesOf(model, votes(row)),
    predict: (row) => model.classes[decidedClass(model, votes(row))],
  });
}
performance.mark("beta4ucs-ready");
