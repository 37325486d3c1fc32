// A picture in the size of the window; arrows change the picture of an album.

import { fileUrl } from "./api.js";
import { h, icon } from "./dom.js";
import { texts } from "./i18n.js";

/** Show the picture with that index. A click switches between fitted and full size. */
export function openLightbox(pictures, index) {
  const image = h("img", { alt: texts().photo });
  const save = h("a", { title: texts().download, download: "" }, icon("save"));
  const count = h("span", {});
  const dialog = h("dialog.lightbox", {}, h("div.stage", {}, image));

  function show(step) {
    index = (index + step + pictures.length) % pictures.length;
    image.src = fileUrl(pictures[index].id);
    save.href = image.src;
    count.textContent = pictures.length > 1 ? `${index + 1} / ${pictures.length}` : "";
    dialog.classList.remove("full");
  }

  const button = (name, title, onclick) =>
    h(`button.${name}`, { type: "button", title, onclick, "aria-label": title }, icon(name));
  const close = button("close", texts().close, () => dialog.close());
  dialog.append(h("div.bar", {}, count, save, close));
  if (pictures.length > 1) {
    dialog.append(button("left", texts().previous, () => show(-1)));
    dialog.append(button("right", texts().next, () => show(1)));
  }
  image.onclick = () => dialog.classList.toggle("full");
  dialog.onclick = (event) => {
    if (event.target === dialog || event.target.classList.contains("stage")) dialog.close();
  };
  dialog.onkeydown = (event) => {
    if (event.key === "ArrowLeft") show(-1);
    if (event.key === "ArrowRight") show(1);
  };
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  show(0);
  dialog.showModal();
}
