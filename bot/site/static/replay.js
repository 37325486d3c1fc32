// @ts-check
/**
 * A game step by step: one board at a time, by keys, buttons, a slider or a swipe.
 * Without this program the page shows every board, one under the other.
 */

const FAR = 40;

/** @param {string} name @param {string} text @returns {HTMLButtonElement} */
function button(name, text) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.setAttribute("aria-label", name);
  made.title = name;
  return made;
}

/** @param {HTMLElement} place */
function play(place) {
  const steps = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(".step")]);
  if (!steps.length) {
    return;
  }
  const say = place.dataset;
  const first = button(say.first ?? "", "⇤");
  const back = button(say.back ?? "", "←");
  const on = button(say.on ?? "", "→");
  const last = button(say.last ?? "", "⇥");
  const slider = document.createElement("input");
  slider.type = "range";
  slider.min = "1";
  slider.max = String(steps.length);
  slider.setAttribute("aria-label", place.getAttribute("aria-label") ?? "");
  const count = document.createElement("output");
  const bar = document.createElement("div");
  bar.className = "bar";
  bar.append(first, back, slider, count, on, last);
  place.prepend(bar);
  place.classList.add("one");
  place.querySelector("ol")?.setAttribute("aria-live", "polite");

  let shown = -1;

  /** @param {number} wanted @param {boolean} [named] */
  function show(wanted, named = true) {
    const next = Math.min(Math.max(wanted, 0), steps.length - 1);
    steps.forEach((step, number) => {
      step.hidden = number !== next;
    });
    slider.value = String(next + 1);
    count.value = `${next + 1} / ${steps.length}`;
    first.disabled = back.disabled = next === 0;
    last.disabled = on.disabled = next === steps.length - 1;
    if (named && next !== shown) {
      history.replaceState(null, "", `#d${next + 1}`);
    }
    shown = next;
  }

  const asked = () => Number(/^#d(\d+)$/.exec(location.hash)?.[1] ?? steps.length) - 1;

  first.addEventListener("click", () => show(0));
  back.addEventListener("click", () => show(shown - 1));
  on.addEventListener("click", () => show(shown + 1));
  last.addEventListener("click", () => show(steps.length - 1));
  slider.addEventListener("input", () => show(Number(slider.value) - 1));
  addEventListener("hashchange", () => show(asked(), false));
  addEventListener("keydown", (event) => {
    if (event.target === slider || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const wanted = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: steps.length - 1 }[event.key];
    if (wanted !== undefined) {
      event.preventDefault();
      show(wanted);
    }
  });

  let from = /** @type {number | null} */ (null);
  place.addEventListener("touchstart", (event) => {
    from = event.touches.length === 1 && event.target !== slider ? event.touches[0].clientX : null;
  }, { passive: true });
  place.addEventListener("touchend", (event) => {
    const moved = from === null ? 0 : event.changedTouches[0].clientX - from;
    from = null;
    if (Math.abs(moved) > FAR) {
      show(shown + (moved < 0 ? 1 : -1));
    }
  }, { passive: true });

  show(asked(), false);
}

document.querySelectorAll(".replay").forEach((place) => play(/** @type {HTMLElement} */ (place)));
