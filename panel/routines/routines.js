// Buttons tell the program what was pressed by data-act and data-value, and what was typed.
let pressed = "", asks = false;
element.addEventListener("click", (event) => {
  const at = event.target.closest("[data-act]");
  if (!at || !element.contains(at)) return;
  const { act, value = "" } = at.dataset;
  pressed = `[data-act="${act}"][data-value="${CSS.escape(value)}"]`;
  asks = act === "rename" || act === "delete";
  trigger("click", { act, value, text: document.getElementById(at.dataset.from)?.value ?? "" });
});
element.addEventListener("keydown", (event) => {
  if (event.target.id !== "dh-r-name") return;
  if (event.key === "Enter") element.querySelector("[data-act='rename-yes']")?.click();
  if (event.key === "Escape") element.querySelector("[data-act='rename-no']")?.click();
});

// The list is made anew each time: the keyboard goes on in what was opened, or where it was.
new MutationObserver(() => {
  const question = element.querySelector("#dh-r-name, [data-act='delete-no']");
  if (asks && question) {
    asks = false;
    question.focus();
  } else if (pressed && document.activeElement === document.body) {
    element.querySelector(pressed)?.focus({ preventScroll: true });
  }
}).observe(element, { childList: true, subtree: true });
