// Parts of the page are made anew while it is used. A button that was made anew between pressing
// and letting go would miss its click: the one that stands there now, and says the same, gets it.
let pressed = null;
const same = (a, b) => a.textContent === b.textContent
  && JSON.stringify({ ...a.dataset }) === JSON.stringify({ ...b.dataset });
document.addEventListener("pointerdown", (event) => {
  pressed = event.target.closest("button");
}, true);
document.addEventListener("pointerup", (event) => {
  const before = pressed;
  pressed = null;
  if (!before || before.isConnected) return;
  const now = document.elementFromPoint(event.clientX, event.clientY)?.closest("button");
  if (now && same(before, now)) now.click();
}, true);
