// Elements of the page. Text from the data goes in as text only, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function byId(id) {
  return document.getElementById(id);
}

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function makeSvg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// A word with its meaning, on hover, on focus and on touch.
function term(model, word, said = word) {
  const meaning = model.glossary[word];
  if (meaning === undefined) return said;
  return make("span", { class: "term", tabindex: "0" }, said,
    make("span", { class: "meaning", role: "tooltip" }, meaning));
}

// A name that may be long, with places where a line may end.
function breakable(name) {
  const parts = name.split(/(?<=[_/.:-])/);
  return parts.flatMap((part, place) => (place === 0 ? [part] : [make("wbr"), part]));
}

// No line ends between a number and its percent sign.
function wholeShares(text) {
  return text.replaceAll(" %", "\u00a0%");
}

const groupedNumber = new Intl.NumberFormat("en");

function counted(count, word) {
  const ending = word.endsWith("s") ? "es" : "s";
  return `${groupedNumber.format(count)} ${word}${count === 1 ? "" : ending}`;
}

function showMoreWords(count, left) {
  return `Show ${groupedNumber.format(count)} more (${groupedNumber.format(left)} left)`;
}

// Original units, with no more digits than help.
function shortNumber(value, digits = 4) {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e9 || size < 1e-4) return value.toExponential(2);
  if (Number.isInteger(value) && size < 1e6) return String(value);
  return String(Number(value.toPrecision(digits)));
}

// 100% means all: what only rounds to it is 99.9%.
function percent(share) {
  if (share >= 0.995 && share < 1) return `${(Math.floor(1000 * share) / 10).toFixed(1)}%`;
  const digits = share > 0 && share < 0.0995 ? 1 : 0;
  return share > 0 && share < 0.0005 ? "<0.1%" : `${(100 * share).toFixed(digits)}%`;
}

// Calls the function once, after the last call by so many milliseconds.
function settled(milliseconds, act) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
}
