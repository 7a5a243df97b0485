/**
 * A panel that slides in from the right over the page: the native modal dialog, which traps focus, closes on Escape and
 * gives the focus back. Content inside must not render into a portal, because the dialog covers the rest of the page.
 */
import Button from '@cloudscape-design/components/button';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useNotify } from '../app/notices.tsx';

interface SidePanelProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

export function SidePanel({ title, onClose, footer, children }: SidePanelProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { showIn } = useNotify();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    showIn(element);
    return () => {
      element?.close();
      showIn(null);
    };
  }, [showIn]);
  return (
    <dialog
      ref={dialog}
      className="panel"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className="spread">
        <h2 id={titleId} className="grow break">
          {title}
        </h2>
        <Button variant="icon" iconName="close" ariaLabel="Close" onClick={onClose} />
      </header>
      <div className="body">{children}</div>
      {footer !== undefined && <footer>{footer}</footer>}
    </dialog>
  );
}
