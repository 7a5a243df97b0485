/** How MCP clients get access, and who may do what after signing in. */
import Alert from '@cloudscape-design/components/alert';
import RadioGroup from '@cloudscape-design/components/radio-group';
import { type FormEvent, useState } from 'react';
import type { AccessRule, Server } from '../../../api/types.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { FloorLock } from '../../../components/floor-lock.tsx';
import { Info } from '../../../components/info.tsx';
import { SaveBar } from '../../../components/save-bar.tsx';
import type { SectionProps } from '../../../components/server-tab.ts';
import { useDraft } from '../../../components/use-draft.ts';
import { useServerChange } from '../../../components/use-server-change.ts';
import { focusFault } from '../../../lib/fault-focus.ts';
import { useSaving } from '../../../state/leaving.tsx';
import { useNotify } from '../../../state/notices.tsx';
import { useAction } from '../../../state/use-action.ts';
import { AccessRules, isNameless } from './access-rules.tsx';

interface Fields {
  readonly access: Server['access'];
  readonly accessRules: readonly AccessRule[];
}

const NAMES: Record<keyof Fields, string> = { access: 'How clients authenticate', accessRules: 'The access rules' };
const WAYS: Record<Server['access'], string> = {
  tokens: 'Connection tokens',
  'sign-in': 'Sign-in',
  both: 'Either',
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export function AccessSettings({ server, disabled }: SectionProps) {
  const notify = useNotify();
  const { change, refetch } = useServerChange(server);
  const saving = useSaving();
  const stored: Fields = { access: server.access, accessRules: server.accessRules };
  const { draft, edit, saved, discard, contestedBy } = useDraft(
    stored,
    (edits) =>
      (edits.access !== undefined && edits.access !== stored.access) ||
      (edits.accessRules !== undefined && !isSame(edits.accessRules, stored.accessRules)),
  );
  const { pending, run } = useAction();
  const [isChecked, setChecked] = useState(false);
  const access = draft.access ?? stored.access;
  const rules = draft.accessRules ?? stored.accessRules;
  const changes = Number(access !== stored.access) + Number(!isSame(rules, stored.accessRules));
  const save = async (event: FormEvent) => {
    const form = event.currentTarget as HTMLFormElement;
    event.preventDefault();
    setChecked(true);
    if (access !== 'tokens' && rules.some(isNameless)) return focusFault(form);
    await run(() =>
      saving(async () => {
        const now = await refetch();
        const fresh: Fields = { access: now.access, accessRules: now.accessRules };
        if (contestedBy(fresh).length > 0 && !isSame(fresh, stored)) return;
        await change({
          ...(access !== stored.access && { access }),
          ...(!isSame(rules, stored.accessRules) && { accessRules: [...rules] }),
        });
        saved(draft);
        notify.success('Saved. It applies from the next request on.');
      }),
    );
  };
  const contested = contestedBy(stored);
  return (
    <form className="card stack" onSubmit={(event) => void save(event)} noValidate>
      <div>
        <div className="row tight">
          <h2>How clients authenticate</h2> <Info about="access" /> <FloorLock of="server" field="access" />
        </div>
        <span className="muted">With sign-in, the audit log names the person, and each session can be ended.</span>
      </div>
      <WayChoice access={access} disabled={disabled} onChange={(value) => edit({ access: value })} />
      {stored.access === 'tokens' && access === 'sign-in' && (
        <Alert type="warning" header="Connection tokens stop working">
          Clients that use one are refused from the next request on, until you change this setting back. Nothing is
          revoked.
        </Alert>
      )}
      {access !== 'tokens' && (
        <>
          {server.signInUrl !== undefined && (
            <div className="row tight">
              <span className="mono break">{server.signInUrl}</span>
              <CopyButton text={server.signInUrl} label="Copy MCP URL" />
            </div>
          )}
          <AccessRules
            serverId={server.id}
            rules={rules}
            disabled={disabled}
            isChecked={isChecked}
            onChange={(accessRules) => edit({ accessRules })}
          />
        </>
      )}
      <SaveBar
        changes={changes}
        pending={pending}
        contested={contested.map((field) => ({
          name: NAMES[field],
          stored: field === 'access' ? WAYS[stored.access] : `${stored.accessRules.length}`,
        }))}
        onDiscard={discard}
      />
    </form>
  );
}

interface WayChoiceProps {
  readonly access: Server['access'];
  readonly disabled: boolean;
  readonly onChange: (access: Server['access']) => void;
}

function WayChoice({ access, disabled, onChange }: WayChoiceProps) {
  return (
    <RadioGroup
      value={access}
      ariaLabel="How clients authenticate"
      onChange={({ detail }) => onChange(detail.value as Server['access'])}
      items={[
        {
          value: 'tokens',
          label: WAYS.tokens,
          description: 'A secret for each client, in its URL or a header.',
          disabled,
        },
        {
          value: 'sign-in',
          label: WAYS['sign-in'],
          description: 'A person signs in and allows the client in a browser. Connection tokens are refused.',
          disabled,
        },
        {
          value: 'both',
          label: WAYS.both,
          description: 'People sign in; machines use connection tokens.',
          disabled,
        },
      ]}
    />
  );
}
