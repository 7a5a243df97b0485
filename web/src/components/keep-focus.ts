/**
 * Keeps the keyboard focus near its place when the focused element is removed or disabled (a button whose work is done, a deleted row).
 * Browsers move the focus to the document then, so that people who use a keyboard or screen reader start again at the top. If a page
 * moves the focus itself, nothing is done; nor for people who use a pointer, because a focused field would open the keyboard of a phone.
 */

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Where the focus was: the element, and for each ancestor, nearest first, the child that led to the element. */
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

/** The nearest focusable element before `place`, else after it, in the nearest ancestor that has one. */
function nearest({ element, path }: Place): HTMLElement | undefined {
  for (const { parent, index } of path) {
    if (!parent.isConnected) continue;
    const all = [...parent.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
      (one) => one !== element && takesFocus(one),
    );
    const child = parent.children[index];
    // A child that still contains the disabled element is neither before nor after it.
    const isBefore = (one: HTMLElement) =>
      child === undefined || (child.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
    const found = all.findLast(isBefore) ?? all[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Watches the whole document; the returned function stops it. */
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
    // The code that removed the element may move the focus in the same step.
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
