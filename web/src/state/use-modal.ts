/**
 * Shows a native modal dialog while the component is mounted. It is closed before it leaves the document, because only then does the
 * browser return the focus; notices are shown in it, because it covers everything else.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useNotify } from './notices.tsx';

/** An open list of choices, which Escape closes instead of the dialog. The hidden filter of a closed list is marked as expanded, too. */
const hasOpenList = (dialog: HTMLDialogElement): boolean =>
  [...dialog.querySelectorAll('[aria-haspopup][aria-expanded="true"]')].some((each) => each.checkVisibility());

/** `onClose` is called when the person wants to close the dialog; the caller decides whether it closes. */
export function useModal(onClose?: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  const { showIn } = useNotify();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    let drawn = true;
    // Escape is handled here and not by the dialog's cancel event: after it was prevented once, browsers close the dialog the second time
    // without asking.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      if (!hasOpenList(element)) close.current?.();
    };
    const onCancel = (event: Event) => {
      if (event.target !== element) return;
      event.preventDefault();
      close.current?.();
    };
    const onClosed = (event: Event) => {
      if (event.target !== element || !drawn || element.open) return;
      element.showModal();
      close.current?.();
    };
    element.addEventListener('keydown', onKey);
    element.addEventListener('cancel', onCancel);
    element.addEventListener('close', onClosed);
    element.showModal();
    const release = showIn(element);
    return () => {
      drawn = false;
      element.close();
      release();
    };
  }, [showIn]);
  return dialog;
}
