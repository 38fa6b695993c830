// One line a feature: slider, number and whether the value is missing. The number is the truth; a
// slider only knows its steps.

const FIRST_FEATURES = 24;

class FeatureInput {
  constructor(features, feature, changed) {
    const low = features.low[feature], high = features.high[feature];
    const name = features.names[feature];
    const isWhole = features.whole[feature] === 1 && high - low <= 1000;
    const step = isWhole ? "1" : "any";
    Object.assign(this, { low, high, changed });
    const id = `value-${feature}`;
    this.slider = make("input",
      { type: "range", min: low, max: high, step, "aria-label": `${name}, slider` });
    this.slider.disabled = low === high;
    this.number = make("input", { type: "number", step: "any", id, inputmode: "decimal" });
    this.missing = make("input", { type: "checkbox", "aria-label": `${name} is missing` });
    this.note = make("span", { class: "hint beyond" });
    this.element = make("div", { class: "feature-input", role: "group", "aria-label": name },
      make("label", { for: id, class: "feature" }, ...breakable(name)),
      make("span", { class: "slider-box" }, this.slider,
        make("span", { class: "curve-ends", "aria-hidden": "true" },
          make("span", {}, shortNumber(low)), make("span", {}, shortNumber(high)))),
      this.number,
      make("label", { class: "check" }, this.missing, "missing"),
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
    if (rewrites) this.number.value = isKnown ? String(value) : "";
    if (isKnown) this.slider.value = String(value);
    this.missing.checked = !isKnown;
    this.slider.setAttribute("aria-valuetext", isKnown ? shortNumber(value) : "missing");
    this.element.classList.toggle("is-missing", !isKnown);
    const nearest = Math.min(Math.max(value, this.low), this.high);
    this.note.textContent = isKnown && nearest !== value
      ? `beyond the training data, counts as ${shortNumber(nearest)}` : "";
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
      const input = new FeatureInput(model.features, feature, (value) => {
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
