// What if: a row of the data or any other values, and the vote on them.

const SAID_AFTER = 400; // milliseconds of rest before a screen reader is told

function startRowPicker(model, inputs, changed) {
  const { numbers, values, truth, answers, total, words } = model.rows;
  const isMistake = (place) => truth !== null && truth[place] !== answers[place];
  let place = 0;

  function say() {
    if (truth === null) return "";
    const label = model.classes[truth[place]] ?? "of a class the model does not know";
    return `In the data this row is ${label}.`;
  }

  function placeWords() {
    const held = numbers.length < total ? "rows held here" : words;
    return `of the table, ${groupedNumber.format(place + 1)} of `
      + `${groupedNumber.format(numbers.length)} ${held}`;
  }

  function choose(wanted, remark = "") {
    place = Math.min(Math.max(wanted, 0), numbers.length - 1);
    byId("row-number").value = numbers[place];
    byId("row-place").textContent = placeWords();
    byId("row-note").textContent = `${remark}${say()}`;
    inputs.set(values[place].map((value) => (value === null ? NaN : value)));
    changed();
  }

  function nextMistake() {
    for (let step = 1; step <= numbers.length; step += 1) {
      const next = (place + step) % numbers.length;
      if (isMistake(next)) return next;
    }
    return place;
  }

  byId("row-before").addEventListener("click", () => choose(place - 1));
  byId("row-after").addEventListener("click", () => choose(place + 1));
  byId("row-back").addEventListener("click", () => choose(place));
  byId("row-mistake").addEventListener("click", () => choose(nextMistake()));
  byId("row-mistake").hidden = !numbers.some((_, at) => isMistake(at));
  byId("row-number").max = numbers.at(-1);
  byId("row-number").addEventListener("change", (event) => {
    const wanted = Number(event.target.value);
    const later = numbers.findIndex((number) => number >= wanted);
    const found = later < 0 ? numbers.length - 1 : later;
    const isHere = numbers[found] === wanted;
    choose(found, isHere ? "" : `Row ${wanted} is not in this page; row ${numbers[found]} is. `);
  });
  byId("row-picker").addEventListener("submit", (event) => event.preventDefault());
  choose(0);
}

function startClassChoice(model, changed) {
  const choice = byId("firing-class");
  choice.append(make("option", { value: "" }, "the answer"));
  model.classes.forEach((label, index) => choice.append(make("option", { value: index }, label)));
  choice.addEventListener("change", changed);
  return (answer) => (choice.value === "" ? answer : Number(choice.value));
}

function startWhatIf(model) {
  if (model.shape === null) {
    byId("what-if-missing").hidden = false;
    byId("what-if-body").hidden = true;
    return;
  }
  const lists = { for: new FiringList(model, "for"), against: new FiringList(model, "against") };
  let sentence = "";
  const tell = settled(SAID_AFTER, () => { byId("vote-status").textContent = sentence; });
  let isDue = false;

  function vote() {
    isDue = false;
    const encoded = encodedRow(model, inputs.values);
    const firing = firingRules(model, encoded);
    const votes = summedVotes(model, firing);
    const shares = sharesOf(model, votes);
    const answer = decidedClass(model, votes);
    byId("answer-class").textContent = model.classes[answer];
    const isSilent = firing.length === 0 && model.learned === null;
    byId("answer-share").textContent = isSilent ? "no rule fires" : percent(shares[answer]);
    showVotes(model, votes, shares, answer);
    const label = chosenClass(answer), allVotes = wholeOf(model, votes, firing, label);
    showRules(firing, { values: inputs.values, ...encoded, allVotes }, label);
    sentence = `Answer: ${model.classes[answer]}, ${percent(shares[answer])}; `
      + `rules that fire: ${groupedNumber.format(firing.length)}.`;
    tell();
  }

  function showRules(firing, row, label) {
    lists.for.show(firing.filter((one) => speaksFor(label, one)), row, label);
    lists.against.show(firing.filter((one) => speaksAgainst(label, one)), row, label);
  }

  // A slider can move more often than the screen is drawn.
  function changed() {
    if (!isDue) requestAnimationFrame(vote);
    isDue = true;
  }

  document.addEventListener(SWITCHED, changed);
  const chosenClass = startClassChoice(model, changed);
  const inputs = startInputs(model, changed);
  if (model.rows.numbers.length > 0) {
    startRowPicker(model, inputs, changed);
  } else {
    byId("row-picker").hidden = true;
    const { low, high, categories } = model.features;
    const middle = low.map((start, feature) => start / 2 + high[feature] / 2);
    inputs.set(middle.map((value, at) => (categories[at] === null ? value : Math.floor(value))));
    changed();
  }
}
