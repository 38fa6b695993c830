// One line per feature. Of a number: slider, number and whether the value is missing. A slider only
// knows its steps; the number is shown in few digits, and the votes are of the value itself. Of a category: its values to choose from.

const FIRST_FEATURES = 24;
const SHOWN_DIGITS = 6;

class FeatureInput {
  constructor(model, feature, changed) {
    const { features } = model;
    const low = features.low[feature], high = features.high[feature];
    const name = features.names[feature], missing = features.missing;
    const isWhole = features.whole[feature] === 1 && high - low <= 1000;
    const step = isWhole ? "1" : "any";
    Object.assign(this, { low, high, changed, word: missing });
    const id = `value-${feature}`;
    this.slider = make("input",
      { type: "range", min: low, max: high, step, "aria-label": `${name}, slider` });
    this.slider.disabled = low === high;
    this.number = make("input", { type: "number", step: "any", id, inputmode: "decimal" });
    this.missing = make("input", { type: "checkbox", "aria-label": `${name} is ${missing}` });
    this.note = make("span", { class: "hint beyond" });
    this.element = make("div", { class: "feature-input", role: "group", "aria-label": name },
      make("label", { for: id, class: "feature" }, ...breakable(name)),
      make("span", { class: "slider-box" }, this.slider,
        make("span", { class: "curve-ends", "aria-hidden": "true" },
          make("span", {}, shortNumber(low)), make("span", {}, shortNumber(high)))),
      this.number,
      make("label", { class: "check" }, this.missing, missing),
      this.note);
    this.last = low + (high - low) / 2; // what unticking brings back
    this.listen();
  }

  listen() {
    this.slider.addEventListener("input", () => this.take(Number(this.slider.value)));
    this.number.addEventListener("input", () => {
      const value = this.number.value === "" ? NaN : Number(this.number.value);
      this.take(value, false);
    });
    this.missing.addEventListener("change", () =>
      this.take(this.missing.checked ? NaN : this.last));
  }

  take(value, rewrites = true) {
    this.show(value, rewrites);
    this.changed(value);
  }

  // Typing is left as it is: rewriting "1." would remove the point.
  show(value, rewrites = true) {
    const isKnown = value === value;
    if (isKnown) this.last = value;
    if (rewrites) this.number.value = isKnown ? String(Number(value.toPrecision(SHOWN_DIGITS))) : "";
    if (isKnown) this.slider.value = String(value);
    this.missing.checked = !isKnown;
    this.slider.setAttribute("aria-valuetext", isKnown ? shortNumber(value) : this.word);
    this.element.classList.toggle("is-missing", !isKnown);
    const nearest = Math.min(Math.max(value, this.low), this.high);
    this.note.textContent = isKnown && nearest !== value
      ? `beyond the training data, counts as ${shortNumber(nearest)}` : "";
  }
}

// The choices are places of the values; one behind them is any value that training did not have.
class ChoiceInput {
  constructor(model, feature, changed) {
    const { values, ordered, hasOther } = model.features.categories[feature];
    const name = model.features.names[feature], id = `value-${feature}`;
    Object.assign(this, { model, feature });
    const places = Array.from(values.keys());
    if (ordered === 0 && hasOther === 0) places.push(values.length);
    this.select = make("select", { id }, ...[...places, NaN].map((value) =>
      make("option", { value }, valueText(model, feature, value))));
    this.note = make("span", { class: "hint beyond" });
    this.element = make("div", { class: "feature-input is-choice" },
      make("label", { for: id, class: "feature" }, ...breakable(name)), this.select, this.note);
    this.select.addEventListener("change", () => {
      this.show(Number(this.select.value));
      changed(Number(this.select.value));
    });
  }

  show(value) {
    this.select.value = String(value);
    this.element.classList.toggle("is-missing", value !== value);
    this.note.textContent = this.remark(value);
  }

  remark(value) {
    const { model, feature } = this;
    if (isUnordered(model, feature)) {
      const { values } = model.features.categories[feature];
      return value >= values.length ? "no condition on it holds" : "";
    }
    const nearest = Math.min(Math.max(value, model.features.low[feature]),
      model.features.high[feature]);
    return value === value && nearest !== value
      ? `beyond the training data, counts as ${valueText(model, feature, nearest)}` : "";
  }
}

// All features, the most important first; many are made only when asked for.
function startInputs(model, changed) {
  const box = byId("feature-inputs"), more = byId("more-features");
  const inputs = new Map();
  const values = new Float64Array(model.features.names.length);

  function add(count) {
    const { order } = model.features;
    for (const feature of order.slice(inputs.size, inputs.size + count)) {
      const Input = model.features.categories[feature] === null ? FeatureInput : ChoiceInput;
      const input = new Input(model, feature, (value) => {
        values[feature] = value;
        changed();
      });
      input.show(values[feature]);
      inputs.set(feature, input);
      box.append(input.element);
    }
    const left = order.length - inputs.size;
    more.hidden = left <= 0;
    more.textContent = `Show ${counted(left, "more feature")}`;
  }

  add(FIRST_FEATURES);
  more.addEventListener("click", () => add(Infinity));
  return {
    values,
    set(row) {
      values.set(row);
      for (const [feature, input] of inputs) input.show(values[feature]);
    },
  };
}
