/** Copies a text and confirms it. The text is read when the button is pressed, so nothing is kept. */
import Button, { type ButtonProps } from '@cloudscape-design/components/button';
import { useEffect, useState } from 'react';

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** What is copied, for screen readers, when the label does not say it. */
  readonly of?: string | undefined;
  readonly variant?: ButtonProps.Variant;
  readonly onCopied?: (() => void) | undefined;
}

export function CopyButton({ text, label, of, variant = 'inline-link', onCopied }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2500);
    return () => clearTimeout(timer);
  }, [state]);
  const shown = state === 'copied' ? 'Copied' : state === 'failed' ? 'Select and copy by hand' : label;
  return (
    <>
      <Button
        variant={variant}
        formAction="none"
        ariaLabel={of === undefined ? undefined : `${shown}: ${of}`}
        iconName={state === 'copied' ? 'status-positive' : 'copy'}
        onClick={() => {
          navigator.clipboard.writeText(text).then(
            () => {
              setState('copied');
              onCopied?.();
            },
            () => setState('failed'),
          );
        }}
      >
        {shown}
      </Button>
      <span role="status" className="visually-hidden">
        {state === 'copied' ? 'Copied to the clipboard' : ''}
      </span>
    </>
  );
}
