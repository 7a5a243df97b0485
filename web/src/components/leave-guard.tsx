/** Asks before the person leaves a page with something that cannot be shown again, until they have copied it. */
import { useMemo } from 'react';
import { useHold } from '../state/leaving.tsx';
import { CopyButton } from './copy-button.tsx';

interface LeaveGuardProps {
  /** What is shown once, such as 'client secret'. */
  readonly what: string;
  /** It itself, to be copied from the question. */
  readonly text: string;
  readonly isCopied?: boolean;
}

export function LeaveGuard({ what, text, isCopied = false }: LeaveGuardProps) {
  const reason = useMemo(
    () => ({
      title: 'Leave this page?',
      rescue: (leave: () => void) => <CopyButton text={text} label={`Copy ${what} and leave`} onCopied={leave} />,
      text: `This is the only place that shows the ${what}. Stay and copy it. If you lose it, you have to create a new one.`,
    }),
    [what, text],
  );
  useHold(!isCopied, reason);
  return null;
}
