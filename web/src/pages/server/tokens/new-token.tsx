/** The panel that creates a connection token, or a link that creates it when it is opened. Either is passed to the parent and not kept here. */
import FormField from '@cloudscape-design/components/form-field';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../../api/client.ts';
import { toolsQuery } from '../../../api/queries/tools.ts';
import type { CreatedSetupLink, CreatedToken } from '../../../api/types.ts';
import { FloorLock } from '../../../components/floor-lock.tsx';
import { PanelActions } from '../../../components/panel-actions.tsx';
import { SidePanel } from '../../../components/side-panel.tsx';
import { focusFault } from '../../../lib/fault-focus.ts';
import { endOf } from '../../../lib/token-life.ts';
import { useNotify } from '../../../state/notices.tsx';
import { LifeChoice } from './life-choice.tsx';
import { choiceFault, EVERYTHING, ScopeChoice, scopesOf } from './scope-choice.tsx';

interface NewTokenProps {
  readonly serverId: string;
  readonly onClose: () => void;
  readonly onMade: (made: CreatedToken) => void;
  /** Where the token is for somebody else: what becomes of the link. */
  readonly onLinked?: (link: CreatedSetupLink, label: string) => void;
  /** Why a token is needed, if the person wanted something else. */
  readonly children?: ReactNode;
}

interface Faults {
  readonly label?: string | undefined;
  readonly tools?: string | undefined;
}

export function NewToken({ serverId, onClose, onMade, onLinked, children }: NewTokenProps) {
  const notify = useNotify();
  const queries = useQueryClient();
  const [label, setLabel] = useState('');
  const [life, setLife] = useState('');
  const [choice, setChoice] = useState(EVERYTHING);
  const [faults, setFaults] = useState<Faults>({});
  const [pending, setPending] = useState(false);
  const labelInput = useRef<InputProps.Ref>(null);
  useEffect(() => labelInput.current?.focus(), []);
  const choose = (next: typeof choice) => {
    setChoice(next);
    setFaults({ ...faults, tools: undefined });
  };
  /** Somebody may have deleted a tool after it was chosen. */
  const withoutGone = async (error: unknown) => {
    if (!(error instanceof ApiError) || !error.faults.some(({ rule }) => rule === 'unknown_tool')) return undefined;
    const { items } = await queries.fetchQuery({ ...toolsQuery(serverId), staleTime: 0 });
    const there = new Set(items.map((tool) => tool.id));
    setChoice({ ...choice, tools: new Set([...choice.tools].filter((id) => there.has(id))) });
    return 'Some chosen tools were deleted meanwhile. Check your choice, then generate again.';
  };
  const make = async (event: FormEvent) => {
    const form = event.currentTarget as HTMLFormElement;
    event.preventDefault();
    const found: Faults = {
      label: label.trim() === '' ? 'Enter which client will use it, such as “Claude on my laptop”.' : undefined,
      tools: choiceFault(choice),
    };
    setFaults(found);
    if (found.label !== undefined || found.tools !== undefined) return focusFault(form);
    setPending(true);
    try {
      const body = { label: label.trim(), expiresAt: endOf(life), scopes: scopesOf(choice) };
      if (onLinked === undefined) onMade(await call('createToken', { path: { id: serverId }, body }));
      else onLinked(await call('createSetupLink', { path: { id: serverId }, body }), body.label);
    } catch (error) {
      const fieldFaults: Faults = {
        label: error instanceof ApiError ? error.faultOf('label') : undefined,
        tools: await withoutGone(error),
      };
      setFaults(fieldFaults);
      if (fieldFaults.label === undefined && fieldFaults.tools === undefined) notify.failure(error);
      else focusFault(form);
    } finally {
      setPending(false);
    }
  };
  return (
    <SidePanel title={onLinked === undefined ? 'Generate a connection token' : 'Share a set-up link'} onClose={onClose}>
      <form className="stack" onSubmit={(event) => void make(event)} noValidate>
        {children !== undefined && <p>{children}</p>}
        {onLinked !== undefined && (
          <p>
            For another person’s client. The link shows a new token and the steps for the client. It can be opened once,
            within 15 minutes.
          </p>
        )}
        <FormField
          label="Label"
          description="The client that uses it, for the audit log."
          errorText={faults.label}
          stretch
        >
          <Input
            ref={labelInput}
            value={label}
            ariaRequired
            autoComplete={false}
            onChange={({ detail }) => setLabel(detail.value)}
            placeholder="Claude on my laptop"
          />
        </FormField>
        <ScopeChoice serverId={serverId} value={choice} fault={faults.tools} onChange={choose} />
        <LifeChoice value={life} onChange={setLife} />
        <FloorLock of="newToken" field="expiresAt" />
        <FloorLock of="newToken" field="" />
        <p className="muted small">Access cannot be changed later; replace the token instead.</p>
        <PanelActions
          action={onLinked === undefined ? 'Generate' : 'Create link'}
          pending={pending}
          onClose={onClose}
        />
      </form>
    </SidePanel>
  );
}
