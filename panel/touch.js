// The picture may have bars beside it: places are shares of what it shows. What comes quickly goes
// in one message. Tab is left to the page, so that nobody is caught in the picture.
const KNOWN = ['Enter', 'Backspace', 'Delete', 'Escape', 'Home', 'End', 'PageUp', 'PageDown',
  'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', ...Array.from({ length: 12 }, (_, n) => `F${n + 1}`)];
const far = (event) => {
  const image = element.querySelector('.dh-live img');
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
element.tabIndex = 0;
element.setAttribute('role', 'application');
element.setAttribute('aria-label', 'The virtual desktop: click into it, or type while it has the focus');
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
  if (key === 'Tab' || metaKey || event.isComposing) return;
  if (key.length === 1 && !ctrl && !alt) send({ text: key });
  else if (key.length === 1 || KNOWN.includes(key)) send({ key, ctrl, alt, shift });
  else return;
  event.preventDefault();
});
