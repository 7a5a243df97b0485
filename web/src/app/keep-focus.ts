/**
 * Keeps the focus near where it was when the element that has it leaves the page or is switched off: a button whose work
 * is done, a row that is gone. Browsers drop it to the document then, and who works by keyboard or with a screen reader
 * starts again at the top. Pages that move the focus themselves are left alone, and so is who works by pointer, for whom
 * a field that takes the focus would open the keyboard of a phone.
 */

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Where the focus was: the element, and per ancestor, from the nearest, which of its children led to it. */
interface Place {
  readonly element: Element;
  readonly path: ReadonlyArray<{ readonly parent: Element; readonly index: number }>;
}

function placeOf(element: Element): Place {
  const path: { parent: Element; index: number }[] = [];
  for (let child = element, parent = child.parentElement; parent !== null; child = parent, parent = child.parentElement)
    path.push({ parent, index: Array.prototype.indexOf.call(parent.children, child) });
  return { element, path };
}

const takesFocus = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true });

/** What stands before `place`, else after it, in the nearest ancestor that has anything. */
function nearest({ element, path }: Place): HTMLElement | undefined {
  for (const { parent, index } of path) {
    if (!parent.isConnected) continue;
    const all = [...parent.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
      (one) => one !== element && takesFocus(one),
    );
    const child = parent.children[index];
    // A child that is still there, with the element switched off in it, is neither before nor after.
    const isBefore = (one: HTMLElement) =>
      child === undefined || (child.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
    const found = all.findLast(isBefore) ?? all[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Watches the whole document; the function that it returns ends that. */
export function keepFocus(): () => void {
  let last: Place | undefined;
  let byPointer = false;
  let waiting = false;
  const isLost = (place: Place): boolean =>
    (!place.element.isConnected || place.element.matches(':disabled')) &&
    (document.activeElement === document.body || document.activeElement === place.element);
  const restore = () => {
    waiting = false;
    if (last !== undefined && !byPointer && isLost(last)) nearest(last)?.focus();
  };
  const observer = new MutationObserver(() => {
    if (waiting || last === undefined || byPointer || !isLost(last)) return;
    waiting = true;
    // Whoever took the element away may move the focus in the same step.
    requestAnimationFrame(restore);
  });
  const onPointer = () => {
    byPointer = true;
    last = undefined;
  };
  const onKey = () => {
    byPointer = false;
  };
  const onFocus = ({ target }: FocusEvent) => {
    last = target instanceof Element ? placeOf(target) : undefined;
  };
  addEventListener('pointerdown', onPointer, true);
  addEventListener('keydown', onKey, true);
  addEventListener('focusin', onFocus);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    removeEventListener('pointerdown', onPointer, true);
    removeEventListener('keydown', onKey, true);
    removeEventListener('focusin', onFocus);
    observer.disconnect();
  };
}
