// One picture as large as the window; arrows leaf through an album.

import { fileUrl } from "./api.js";
import { h, icon } from "./dom.js";
import { words } from "./i18n.js";

/** Show picture number `index` of these. A click switches between fitting and full size. */
export function enlarge(pictures, index) {
  const image = h("img", { alt: words().photo });
  const save = h("a", { title: words().download, download: "" }, icon("save"));
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
  const close = button("close", words().close, () => dialog.close());
  dialog.append(h("div.bar", {}, count, save, close));
  if (pictures.length > 1) {
    dialog.append(button("left", words().previous, () => show(-1)));
    dialog.append(button("right", words().next, () => show(1)));
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
