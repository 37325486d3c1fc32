// @ts-check
/**
 * Show a game one board at a time, with keys, buttons, a slider or a swipe.
 * Without JavaScript the page shows every board, one below the other.
 */

const MIN_SWIPE_PIXELS = 40;

/** @param {string} label @param {string} sign @returns {HTMLButtonElement} */
function createButton(label, sign) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = sign;
  button.setAttribute("aria-label", label);
  button.title = label;
  return button;
}

/** @param {HTMLElement} section */
function setUpReplay(section) {
  const steps = /** @type {HTMLElement[]} */ ([...section.querySelectorAll(".step")]);
  if (!steps.length) {
    return;
  }
  const labels = section.dataset;
  const first = createButton(labels.first ?? "", "⇤");
  const previous = createButton(labels.back ?? "", "←");
  const next = createButton(labels.on ?? "", "→");
  const last = createButton(labels.last ?? "", "⇥");
  const slider = document.createElement("input");
  slider.type = "range";
  slider.min = "1";
  slider.max = String(steps.length);
  slider.setAttribute("aria-label", section.getAttribute("aria-label") ?? "");
  const count = document.createElement("output");
  const bar = document.createElement("div");
  bar.className = "bar";
  bar.append(first, previous, slider, count, next, last);
  section.prepend(bar);
  section.classList.add("one");
  section.querySelector("ol")?.setAttribute("aria-live", "polite");

  let current = -1;

  /** @param {number} wanted @param {boolean} [updatesHash] */
  function show(wanted, updatesHash = true) {
    const index = Math.min(Math.max(wanted, 0), steps.length - 1);
    steps.forEach((step, number) => {
      step.hidden = number !== index;
    });
    slider.value = String(index + 1);
    count.value = `${index + 1} / ${steps.length}`;
    first.disabled = previous.disabled = index === 0;
    last.disabled = next.disabled = index === steps.length - 1;
    if (updatesHash && index !== current) {
      history.replaceState(null, "", `#d${index + 1}`);
    }
    current = index;
  }

  const indexInHash = () => Number(/^#d(\d+)$/.exec(location.hash)?.[1] ?? steps.length) - 1;

  first.addEventListener("click", () => show(0));
  previous.addEventListener("click", () => show(current - 1));
  next.addEventListener("click", () => show(current + 1));
  last.addEventListener("click", () => show(steps.length - 1));
  slider.addEventListener("input", () => show(Number(slider.value) - 1));
  addEventListener("hashchange", () => show(indexInHash(), false));
  addEventListener("keydown", (event) => {
    if (event.target === slider || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const end = steps.length - 1;
    const wanted = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: end }[event.key];
    if (wanted !== undefined) {
      event.preventDefault();
      show(wanted);
    }
  });

  let touchStart = /** @type {number | null} */ (null);
  section.addEventListener("touchstart", (event) => {
    const isSwipe = event.touches.length === 1 && event.target !== slider;
    touchStart = isSwipe ? event.touches[0].clientX : null;
  }, { passive: true });
  section.addEventListener("touchend", (event) => {
    const distance = touchStart === null ? 0 : event.changedTouches[0].clientX - touchStart;
    touchStart = null;
    if (Math.abs(distance) > MIN_SWIPE_PIXELS) {
      show(current + (distance < 0 ? 1 : -1));
    }
  }, { passive: true });

  show(indexInHash(), false);
}

document
  .querySelectorAll(".replay")
  .forEach((section) => setUpReplay(/** @type {HTMLElement} */ (section)));
