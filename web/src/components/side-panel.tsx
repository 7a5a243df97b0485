/**
 * A panel that slides in from the right: the native modal dialog, which traps the focus, closes on Escape and returns the focus. With
 * unsaved edits it asks before closing. Its content must not render into a portal, because the dialog covers the rest of the page.
 */
import Button from '@cloudscape-design/components/button';
import { type ReactNode, useId } from 'react';
import { useLeave } from '../state/leaving.tsx';
import { useModal } from '../state/use-modal.ts';

interface SidePanelProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

export function SidePanel({ title, onClose, footer, children }: SidePanelProps) {
  const leave = useLeave();
  const close = () => leave(onClose);
  const dialog = useModal(close);
  const titleId = useId();
  return (
    <dialog ref={dialog} className="panel" aria-labelledby={titleId}>
      <header className="spread">
        <h2 id={titleId} className="grow break">
          {title}
        </h2>
        <Button variant="icon" iconName="close" ariaLabel="Close" onClick={close} />
      </header>
      <div className="body">{children}</div>
      {footer !== undefined && <footer>{footer}</footer>}
    </dialog>
  );
}
