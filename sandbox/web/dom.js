// Helpers that build elements.

/** Create an element: h("button.send", { title: "…", onclick }, child, …) has the class `send`. */
export function h(name, properties = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  element.className = classes.join(" ");
  for (const [key, value] of Object.entries(properties)) {
    if (key === "data") Object.assign(element.dataset, value);
    else if (key.includes("-")) element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const PATHS = {
  send: "M3 11.5 21 3l-6 18-3.6-7.4z M11.4 13.6 21 3",
  clip: "M20 11.5 12.3 19a5 5 0 0 1-7-7l8-8a3.4 3.4 0 0 1 4.8 4.8l-7.8 7.8a1.7 1.7 0 0 1-2.4-2.4l7-7",
  more: "M12 5.5v.01 M12 12v.01 M12 18.5v.01",
  close: "M6 6l12 12 M18 6 6 18",
  pencil: "M4 20l1-4L16 5l3 3L8 19z",
  forward: "M14 6l6 6-6 6 M20 12h-9a7 7 0 0 0-7 7",
  down: "M6 9l6 6 6-6",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  globe: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z M3.5 9h17 M3.5 15h17 M12 3c-5 5.5-5 12.5 0 18 M12 3c5 5.5 5 12.5 0 18",
  plus: "M12 5v14 M5 12h14",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z M2.5 20a6.5 6.5 0 0 1 13 0 M16 4.5a3.5 3.5 0 0 1 0 6.6 M18 14.2a6.5 6.5 0 0 1 3.5 5.8",
  file: "M7 3h7l5 5v13H7z M14 3v5h5",
  save: "M12 4v11 M7 11l5 5 5-5 M5 20h14",
};

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  const path = document.createElementNS(svg.namespaceURI, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/** Show an error at the bottom of the page for some seconds. */
export function showNotice(text) {
  const box = h("div.notice", { role: "alert" }, text);
  document.body.append(box);
  setTimeout(() => box.remove(), 3000 + 50 * text.length);
}

/** Show a small menu beside a button until the next click or Escape. */
export function openPopover(anchor, content) {
  document.querySelector(".popover")?.remove();
  const box = h("div.popover", {}, ...content);
  document.body.append(box);
  const rect = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  box.style.left = `${Math.max(8, Math.min(rect.left, innerWidth - width - 8))}px`;
  const fitsBelow = rect.bottom + 6 + height < innerHeight;
  box.style.top = `${fitsBelow ? rect.bottom + 6 : Math.max(8, rect.top - height - 6)}px`;
  const close = (event) => {
    if (event.type === "keydown" && event.key !== "Escape") return;
    box.remove();
    removeEventListener("click", close);
    removeEventListener("keydown", close);
  };
  setTimeout(() => {
    addEventListener("click", close);
    addEventListener("keydown", close);
  });
  return box;
}
