/** Name, base URL, URL of the description, and signing of a server. */
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import RadioGroup from '@cloudscape-design/components/radio-group';
import Toggle from '@cloudscape-design/components/toggle';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { CONTROLLED_SETTINGS } from '../../../../../core/model/serverSettings.ts';
import { call } from '../../../api/client.ts';
import { serverQuery, settingsQuery, showServer } from '../../../api/queries.ts';
import type { Server } from '../../../api/types.ts';
import { Contested } from '../../../components/contested.tsx';
import { Info } from '../../../components/info.tsx';
import { SaveBar } from '../../../components/save-bar.tsx';
import { SettingControl } from '../../../components/setting-control.tsx';
import { useDraft } from '../../../components/use-draft.ts';
import { useSave } from '../../../components/use-save.ts';
import { changeOf, displayValue, type Fields, fieldsOf, NAMES, timeFault } from '../../../lib/connection-draft.ts';
import { focusFault } from '../../../lib/fault-focus.ts';
import { addressFault, baseUrlFault } from '../../../lib/url.ts';
import { useNotify } from '../../../state/notices.tsx';
import { DocumentField } from '../deployments/document-field.tsx';

interface ConnectionSettingsProps {
  readonly server: Server;
  readonly disabled: boolean;
}

export function ConnectionSettings({ server, disabled }: ConnectionSettingsProps) {
  const notify = useNotify();
  const queries = useQueryClient();
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
      // Another tab or person may have saved since this page was loaded; their values are shown before they are replaced.
      const now = fieldsOf(await queries.fetchQuery({ ...serverQuery(server.id), staleTime: 0 }));
      if (contestedBy(now).some((field) => now[field] !== stored[field])) return;
      const answer = await call('changeServer', { path: { id: server.id }, body: change });
      showServer(queries, answer);
      saved(draft);
      notify.success(
        change.source === undefined ? 'Saved.' : 'Saved. Use “Re-import” under Deployments to make its tools live.',
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
      <h2>Connection</h2>
      <SourceFacts server={server} />
      <NameAndBaseUrl {...part} />
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
      <TimeAndSigning {...part} />
      <SaveBar
        changes={Object.keys(change).length}
        pending={pending !== undefined}
        {...(contest.length > 0 && {
          contested: (
            <Contested fields={contest.map((field) => ({ name: NAMES[field], stored: displayValue(stored[field]) }))} />
          ),
        })}
        onDiscard={discard}
      />
    </form>
  );
}

/** What is wrong with an edited field, found without asking the service. */
interface Problems {
  readonly baseUrl: string | undefined;
  readonly document: string | undefined;
  readonly seconds: string | undefined;
}

const CONFIRMATIONS = [
  { value: 'never', label: 'Never' },
  { value: 'offered', label: 'Where the client can ask', description: 'Other clients call without.' },
  { value: 'always', label: 'Always', description: 'Destructive calls of other clients are refused.' },
] as const;

interface PartProps extends ConnectionSettingsProps {
  readonly problems: Problems;
  readonly fields: Fields;
  readonly onChange: (part: Partial<Fields>) => void;
  /** Why the service refused a field. */
  readonly faultOf: (field: string) => string | undefined;
}

function SourceFacts({ server: { id, source } }: Pick<ConnectionSettingsProps, 'server'>) {
  return (
    <dl className="facts">
      <dt>Source</dt>
      <dd>
        {source.kind === 'manual'
          ? 'Added manually'
          : source.missing
            ? 'OpenAPI document (not copied)'
            : source.uploaded
              ? 'Uploaded OpenAPI document'
              : 'OpenAPI document by URL'}
      </dd>
      {source.tags !== undefined && (
        <>
          <dt>Tags</dt>
          <dd>{source.tags.join(', ')}</dd>
        </>
      )}
      <dt>Server id</dt>
      <dd className="mono">{id}</dd>
    </dl>
  );
}

function NameAndBaseUrl({ server, fields, disabled, onChange, faultOf, problems }: PartProps) {
  return (
    <div className="two">
      <FormField label="Name" description="Shown to people and AI clients." errorText={faultOf('name')} stretch>
        <Input
          value={fields.name}
          ariaRequired
          disabled={disabled}
          onChange={({ detail }) => onChange({ name: detail.value })}
        />
      </FormField>
      <FormField
        label="Base URL"
        info={<Info about="baseUrl" />}
        description={
          server.auth.origin === undefined
            ? 'Where calls go, except for tools on other hosts.'
            : `Where calls go, except for tools on other hosts. The stored credential stays with ${server.auth.origin}; for another host, replace it by “None” first.`
        }
        errorText={problems.baseUrl ?? faultOf('baseUrl')}
        stretch
      >
        <Input
          value={fields.baseUrl}
          type="url"
          ariaRequired
          disabled={disabled}
          spellcheck={false}
          onChange={({ detail }) => onChange({ baseUrl: detail.value })}
        />
      </FormField>
    </div>
  );
}

function TimeAndSigning({ fields, disabled, onChange, faultOf, problems }: PartProps) {
  return (
    <>
      <FormField
        label="Time limit of a request"
        info={<Info about="upstreamMs" />}
        description="Seconds that the API may take for one answer."
        errorText={problems.seconds ?? faultOf('upstreamMs')}
      >
        <Input
          type="number"
          inputMode="decimal"
          value={fields.seconds}
          disabled={disabled}
          onChange={({ detail }) => onChange({ seconds: detail.value })}
        />
      </FormField>
      <div className="row tight">
        <Toggle
          checked={fields.signed}
          disabled={disabled}
          description="A deployment whose tools differ from the signed list is refused until a person approves it."
          onChange={({ detail }) => onChange({ signed: detail.checked })}
        >
          Sign the surface (lockfile)
        </Toggle>
        <Info about="signed" />
      </div>
      {CONTROLLED_SETTINGS.map((name) => (
        <SettingControl
          key={name}
          name={name}
          value={fields[name]}
          disabled={disabled}
          fault={faultOf(name)}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      <FormField
        label="Confirm destructive calls"
        info={<Info about="elicitation" />}
        description="The person at the client is asked before a tool deletes or overwrites something."
        errorText={faultOf('elicitation/confirm')}
      >
        <RadioGroup
          value={fields.confirm}
          items={CONFIRMATIONS.map((item) => ({ ...item, disabled }))}
          onChange={({ detail }) => onChange({ confirm: detail.value as Fields['confirm'] })}
        />
      </FormField>
      <Toggle
        checked={fields.missing}
        disabled={disabled}
        description="Texts, numbers and yes or no, where the client can show a form; a model is not told to guess them."
        onChange={({ detail }) => onChange({ missing: detail.checked })}
      >
        Ask the person for missing arguments
      </Toggle>
    </>
  );
}
