// The picture may have bars beside it: places are shares of what it shows. What comes quickly goes
// in one message. Tab is left to the page, so that nobody is caught in the picture.
const KNOWN = ['Enter', 'Backspace', 'Delete', 'Escape', 'Home', 'End', 'PageUp', 'PageDown',
  'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', ...Array.from({ length: 12 }, (_, n) => `F${n + 1}`)];
const own = () => element.querySelector('.dh-touch img');
const far = (event) => {
  const image = own();
  if (!image || !image.naturalWidth) return null;
  const box = image.getBoundingClientRect();
  const scale = Math.min(box.width / image.naturalWidth, box.height / image.naturalHeight);
  const wide = image.naturalWidth * scale, high = image.naturalHeight * scale;
  const x = (event.clientX - box.left - (box.width - wide) / 2) / wide;
  const y = (event.clientY - box.top - (box.height - high) / 2) / high;
  return x >= 0 && x < 1 && y >= 0 && y < 1 ? { x, y } : null;
};
let number = 0, waiting = [], timer = 0;
const flush = () => { timer = 0; trigger('click', { number: ++number, events: waiting.splice(0) }); };
const send = (event) => { waiting.push(event); if (!timer) timer = setTimeout(flush, 60); };
const MARKS = { tabindex: '0', role: 'application',
  'aria-label': 'The virtual desktop: click into it, or type while it has the focus' };
const mark = () => {
  // While a new picture is put in there is none for a moment: that changes nothing.
  const other = element.querySelector('.dh-live:not(.dh-touch)');
  for (const [name, value] of Object.entries(MARKS)) {
    if (other) element.removeAttribute(name);
    else if (own() && element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
};
mark();
new MutationObserver(mark).observe(element,
  { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] });
element.addEventListener('pointerup', (event) => {
  const place = far(event);
  if (place) { element.focus(); send({ ...place, button: event.button }); }
});
element.addEventListener('contextmenu', (event) => { if (far(event)) event.preventDefault(); });
element.addEventListener('wheel', (event) => {
  const place = far(event);
  if (place && document.activeElement === element) {
    event.preventDefault();
    send({ ...place, wheel: Math.sign(event.deltaY) });
  }
}, { passive: false });
element.addEventListener('keydown', (event) => {
  const { key, ctrlKey: ctrl, altKey: alt, shiftKey: shift, metaKey } = event;
  if (!element.hasAttribute('role') || key === 'Tab' || metaKey || event.isComposing) return;
  if (key.length === 1 && !ctrl && !alt) send({ text: key });
  else if (key.length === 1 || KNOWN.includes(key)) send({ key, ctrl, alt, shift });
  else return;
  event.preventDefault();
});
