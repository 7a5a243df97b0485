/** The panel that changes the limits of one token. */
import RadioGroup from '@cloudscape-design/components/radio-group';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/client.ts';
import type { Token } from '../../../api/types.ts';
import { NumberFields } from '../../../components/number-fields.tsx';
import { PanelActions } from '../../../components/panel-actions.tsx';
import { SidePanel } from '../../../components/side-panel.tsx';
import { focusFault } from '../../../lib/fault-focus.ts';
import { LIMIT_RULES, type LimitName, numberFault, numbersOf, typedOf } from '../../../lib/limit-form.ts';
import { useNotify } from '../../../state/notices.tsx';
import { useAction } from '../../../state/use-action.ts';

interface TokenLimitsProps {
  readonly serverId: string;
  readonly token: Token;
  readonly onClose: () => void;
}

const NAMES = Object.keys(LIMIT_RULES) as LimitName[];

export function TokenLimits({ serverId, token, onClose }: TokenLimitsProps) {
  const notify = useNotify();
  const queries = useQueryClient();
  const [isOwn, setOwn] = useState(token.limits !== undefined);
  const [typed, setTyped] = useState(typedOf(LIMIT_RULES, token.limits));
  const { pending, run } = useAction();
  const save = async (event: FormEvent) => {
    const form = event.currentTarget as HTMLFormElement;
    event.preventDefault();
    if (isOwn && NAMES.some((name) => numberFault(LIMIT_RULES[name], typed[name]))) return focusFault(form);
    await run(async () => {
      const body = { limits: isOwn ? numbersOf(typed) : null };
      await call('changeToken', { path: { id: serverId, tokenId: token.id }, body });
      notify.success('Saved. It applies from the next call on.');
      void queries.invalidateQueries({ queryKey: ['server', serverId] });
      onClose();
    });
  };
  return (
    <SidePanel title={`Limits of “${token.label}”`} onClose={onClose}>
      <form className="stack" onSubmit={(event) => void save(event)} noValidate>
        <RadioGroup
          ariaLabel="Limits"
          value={isOwn ? 'own' : 'server'}
          items={[
            { value: 'server', label: 'The server’s limits for each token' },
            {
              value: 'own',
              label: 'Own limits',
              description: 'They replace the server’s limits. Empty fields limit nothing.',
            },
          ]}
          onChange={({ detail }) => setOwn(detail.value === 'own')}
        />
        {isOwn && <NumberFields rules={LIMIT_RULES} names={NAMES} typed={typed} onChange={setTyped} />}
        <PanelActions action="Save" pending={pending} onClose={onClose} />
      </form>
    </SidePanel>
  );
}
