/**
 * A native modal dialog for as long as it is drawn. Closed before it leaves the document, because only then the browser
 * gives the focus back to where it was; notices are shown in it, because it covers everything else.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useNotify } from '../app/notices.tsx';

/** An open list of choices inside, which Escape closes instead of the dialog. */
const OPEN_LIST = '[aria-haspopup][aria-expanded="true"]';

/** `onClose` is called when the person wants to close it; whether it goes then is for the caller to say. */
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
    // Escape is taken here, not from the dialog's own events: a browser that was kept from closing once closes it the
    // second time without asking.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      if (element.querySelector(OPEN_LIST) === null) close.current?.();
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
