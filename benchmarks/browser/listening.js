// Run before a page's own scripts: marks what listens to clicks, which no one can ask for later.
(() => {
  const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, ...rest) {
    if (['click', 'mousedown', 'mouseup'].includes(type) && this instanceof Element) this.deskhandClicks = true;
    return listen.call(this, type, ...rest);
  };
})();
