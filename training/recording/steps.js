// What the steps of a page name, found on the page and on the screen.
(() => {
  const hits = {};
  const counts = {click: 'click', double_click: 'dblclick', right_click: 'contextmenu',
                  hover: 'mouseenter', drag: 'mouseup'};

  // The first element that fits a selector, in which :has-text("…") or :text-is("…") may follow a
  // compound one.
  function find(selector) {
    let found = [document], rest = selector;
    while (rest) {
      const text = /:(has-text|text-is)\((["'])(.*?)\2\)/.exec(rest);
      const plain = text ? rest.slice(0, text.index) : rest;
      if (plain.trim()) {
        const [, own, inner] = /^([^\s>+~]*)([^]*)$/.exec(plain);
        const first = found[0] === document;
        const kept = first || !own ? found : found.filter(e => e.matches('*' + own));
        found = first ? [...document.querySelectorAll(plain)]
          : inner.trim() ? kept.flatMap(e => [...e.querySelectorAll(':scope' + inner)]) : kept;
      }
      if (!text) break;
      const wanted = text[3].toLowerCase(), whole = text[1] === 'text-is';
      const said = e => e.textContent.toLowerCase();
      found = found.filter(e => whole ? said(e).trim() === wanted : said(e).includes(wanted));
      rest = rest.slice(text.index + text[0].length);
    }
    return found[0] === document ? undefined : found[0];
  }

  const all = e => [e, ...(e.labels || [])];

  window.deskhandSteps = {
    // Counts from now on how often this is done to it; of a key, how often it is pressed.
    watch(key, selector, verb) {
      if (verb === 'press') {
        if (document['deskhand' + key]) return;
        document['deskhand' + key] = true;
        document.addEventListener('keydown', event => {
          if (event.key.toLowerCase() === selector.toLowerCase()) hits[key] = (hits[key] || 0) + 1;
        }, true);
        return;
      }
      const found = find(selector);
      if (!found || found['deskhand' + key]) return;
      found['deskhand' + key] = true;
      for (const each of all(found))
        each.addEventListener(counts[verb], () => { hits[key] = (hits[key] || 0) + 1; }, true);
    },
    hits: () => hits,
    // null without the element; where it stands in the window, and what it holds.
    told(selector) {
      const found = find(selector);
      if (!found) return null;
      const box = found.getBoundingClientRect();
      const option = found.selectedOptions && found.selectedOptions[0];
      const value = found.matches('input, textarea, select') ? found.value : found.textContent;
      return {above: box.bottom < 8, below: box.top > innerHeight - 8, value,
              option: option ? option.text : null};
    },
    // For each point of the screen, whether it lies on the element.
    at(selector, points) {
      const found = find(selector);
      if (!found) return points.map(() => false);
      const box = found.getBoundingClientRect();
      const left = screenX + (outerWidth - innerWidth) / 2;
      const top = screenY + outerHeight - innerHeight;
      return points.map(([x, y]) => {
        const there = document.elementFromPoint(x - left, y - top);
        if (!there) return false;
        if (all(found).some(e => e.contains(there))) return true;
        return there.contains(found) && x - left >= box.left - 2 && x - left <= box.right + 2
          && y - top >= box.top - 2 && y - top <= box.bottom + 2;
      });
    },
  };
})();
