// Runs once for each part of the tab. Buttons tell the program what was pressed by data-act,
// data-value and data-frame; playing and stepping wait for the picture that was asked for.
const tell = (act, value = "", frame = "") => trigger("click", { act, value, frame: String(frame) });
const strip = () => element.querySelector(".dh-h-strip");
const inSight = () => element.isConnected && element.offsetParent !== null;

// What was pressed last is made anew with the rest: the keyboard finds it again there, or the
// question that it led to.
let pressed = "";
new MutationObserver(() => {
  const question = element.querySelector("[data-act='delete-no']");
  if (question && pressed.startsWith('[data-act="delete"]')) {
    pressed = "";
    question.focus();
  } else if (pressed && document.activeElement === document.body) {
    element.querySelector(pressed)?.focus({ preventScroll: true });
  }
}).observe(element, { childList: true, subtree: true });

element.addEventListener("click", (event) => {
  const at = event.target.closest("[data-act]");
  if (!at || at.disabled || !element.contains(at)) return;
  const { act, value = "", frame = "" } = at.dataset;
  pressed = `[data-act="${act}"][data-value="${CSS.escape(value)}"]`;
  if (act === "previous") film.go(film.wanted() - 1);
  else if (act === "next") film.go(film.wanted() + 1);
  else if (act === "frame") film.go(Number(value));
  else if (act === "play") film.play(!film.playing);
  else tell(act, document.getElementById(at.dataset.from)?.value ?? value, frame);
});

const film = {
  playing: false,
  asked: null, // The picture that the person wants.
  pending: null, // The one that the program was asked for last, until it is there.
  since: 0,
  scrolled: null,
  column: () => element.closest("#dh-h-run"),
  shown() {
    return Number(this.column()?.querySelector("[data-frame][class~=dh-h-stage]")?.dataset.frame);
  },
  last: () => Number(strip()?.dataset.frames || 0),
  wanted() { return this.asked ?? this.shown(); },
  go(number) {
    this.asked = Math.min(Math.max(1, number), this.last());
    this.ask();
  },
  ask() {
    // One at a time: answers could overtake each other.
    if (this.asked === null || this.asked === this.shown()) return;
    if (this.pending !== null && Date.now() - this.since < 3000) return;
    this.pending = this.asked;
    this.since = Date.now();
    tell("frame", "", this.asked);
  },
  play(on) {
    this.playing = on;
    if (on && this.wanted() >= this.last()) this.go(1);
    this.mark();
  },
  mark() {
    const row = strip();
    if (!row) return;
    const shown = this.shown();
    for (const one of row.children) {
      const now = Number(one.dataset.value) === shown;
      if (now !== (one.getAttribute("aria-current") === "true"))
        now ? one.setAttribute("aria-current", "true") : one.removeAttribute("aria-current");
      // Within the strip only: the page itself stays where it is.
      if (now && this.scrolled !== shown)
        row.scrollTo({ left: one.offsetLeft - (row.clientWidth - one.offsetWidth) / 2 });
    }
    this.scrolled = shown;
    const button = element.querySelector("[data-act=play]");
    const words = this.playing ? "❚❚ Pause" : "▶ Play";
    if (button && button.textContent !== words) button.textContent = words;
    const ends = { previous: this.wanted() <= 1, next: this.wanted() >= this.last() };
    for (const [act, end] of Object.entries(ends))
      element.querySelector(`[data-act=${act}]`)?.setAttribute("aria-disabled", end);
  },
  settle() {
    const shown = this.shown();
    if (this.pending === shown) this.pending = null;
    if (this.asked === shown) this.asked = null;
    this.mark();
    this.ask();
    const more = strip()?.dataset.more || "";
    if (more && more !== this.more) tell("more");
    this.more = more;
  },
  key(event) {
    const at = event.target;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (at.closest?.("input, textarea, select, [contenteditable], [role=tab], [role=listbox]")) return;
    const to = { ArrowLeft: this.wanted() - 1, ArrowRight: this.wanted() + 1, Home: 1,
      End: this.last() }[event.key];
    const space = event.key === " " && !at.closest?.("button, a, summary");
    if (to === undefined && !space) return;
    event.preventDefault();
    space ? this.play(!this.playing) : this.go(to);
  },
};

if (element.closest("#dh-h-head")) {
  const watch = new MutationObserver(() => film.settle());
  watch.observe(film.column() ?? element, { childList: true, subtree: true });
  const key = (event) => {
    if (!element.isConnected) document.removeEventListener("keydown", key);
    else if (inSight() && strip()) film.key(event);
  };
  document.addEventListener("keydown", key);
  const timer = setInterval(() => {
    if (!element.isConnected) { clearInterval(timer); watch.disconnect(); return; }
    if (!film.playing || !inSight() || film.asked !== null) return;
    if (film.shown() >= film.last()) film.play(false);
    else film.go(film.shown() + 1);
  }, 1500);
  film.settle();
}

if (element.closest("#dh-h-list")) {
  // The list is brought up to date whenever the tab is opened.
  const seen = new IntersectionObserver((all) => {
    if (!element.isConnected) seen.disconnect();
    else if (all.some((one) => one.isIntersecting)) tell("refresh");
  });
  seen.observe(element.closest("#dh-h-list"));
}

if (element.closest("#dh-h-again")) {
  // As long as a model is asked, the page looks how far it is.
  const timer = setInterval(() => {
    if (!element.isConnected) clearInterval(timer);
    else if (element.querySelector("[data-going]") && inSight()) tell("again-look");
  }, 700);
}
