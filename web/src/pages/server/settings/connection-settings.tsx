/**
 * A form over fields of a server, of which each section of the settings shows a part: name, base URL and description; questions to the
 * person at a client; approvals. Each part has a draft of its own.
 */
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { settingsQuery } from '../../../api/queries/installation.ts';
import { SaveBar } from '../../../components/save-bar.tsx';
import type { SectionProps } from '../../../components/server-tab.ts';
import { useDraft } from '../../../components/use-draft.ts';
import { useSave } from '../../../components/use-save.ts';
import { useServerChange } from '../../../components/use-server-change.ts';
import { changeOf, displayValue, type Fields, fieldsOf, NAMES, timeFault } from '../../../lib/connection-draft.ts';
import { focusFault } from '../../../lib/fault-focus.ts';
import { addressFault, baseUrlFault } from '../../../lib/url.ts';
import { useNotify } from '../../../state/notices.tsx';
import { DocumentField } from '../deployments/document-field.tsx';
import {
  ApprovalFields,
  ConnectionFields,
  type PartProps,
  type Problems,
  QuestionFields,
} from './connection-fields.tsx';

interface ConnectionSettingsProps extends SectionProps {
  readonly part: 'connection' | 'questions' | 'approval';
}

export function ConnectionSettings({ server, disabled, part: shown }: ConnectionSettingsProps) {
  const notify = useNotify();
  const { change: changeServer, refetch } = useServerChange(server);
  const { privateHosts } = useQuery(settingsQuery()).data ?? {};
  const stored = fieldsOf(server);
  const { draft, edit, saved, discard, contestedBy } = useDraft(
    stored,
    (edits) => Object.keys(changeOf(stored, { ...stored, ...edits })).length > 0,
  );
  const fields: Fields = { ...stored, ...draft };
  const contest = contestedBy(stored);
  const { pending, refused, run } = useSave<'save'>();
  const change = changeOf(stored, fields);
  const problems: Problems = {
    baseUrl: change.baseUrl === undefined ? undefined : baseUrlFault(fields.baseUrl, privateHosts),
    document:
      change.source === undefined || fields.upload !== undefined
        ? undefined
        : addressFault(fields.documentUrl, privateHosts),
    seconds: timeFault(fields.seconds),
  };
  const save = async (event: FormEvent) => {
    const form = event.currentTarget as HTMLFormElement;
    event.preventDefault();
    if (Object.keys(change).length === 0) return;
    if (Object.values(problems).some((problem) => problem !== undefined)) return focusFault(form);
    await run('save', form, async () => {
      const now = fieldsOf(await refetch());
      if (contestedBy(now).some((field) => now[field] !== stored[field])) return;
      await changeServer(change);
      saved(draft);
      notify.success(
        change.source === undefined ? 'Saved.' : 'Saved. Use “Re-import” under Deployments to publish its tools.',
      );
    });
  };
  const part: PartProps = {
    server,
    fields,
    problems,
    disabled,
    onChange: edit,
    faultOf: (field) => refused?.faultOf(field),
  };
  return (
    <form className="card stack" onSubmit={(event) => void save(event)} noValidate>
      {shown === 'connection' && (
        <ConnectionFields {...part}>
          {server.source.kind === 'openapi' && (
            <DocumentField
              documentUrl={fields.documentUrl}
              upload={fields.upload}
              isUploaded={server.source.uploaded === true}
              fault={problems.document ?? refused?.faultOf('source.url') ?? refused?.faultOf('source.document')}
              disabled={disabled}
              onChange={edit}
            />
          )}
        </ConnectionFields>
      )}
      {shown === 'questions' && <QuestionFields {...part} />}
      {shown === 'approval' && <ApprovalFields {...part} />}
      <SaveBar
        changes={Object.keys(change).length}
        pending={pending !== undefined}
        contested={contest.map((field) => ({ name: NAMES[field], stored: displayValue(stored[field]) }))}
        onDiscard={discard}
      />
    </form>
  );
}
