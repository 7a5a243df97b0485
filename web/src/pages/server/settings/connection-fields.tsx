/** The parts of the form over a server's fields, each shown in a section of the settings (connection-settings.tsx). */
import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import Toggle from '@cloudscape-design/components/toggle';
import type { ReactNode } from 'react';
import { NO_ELICITATION } from '../../../../../core/model/elicitation.ts';
import {
  CONTROLLED_SETTINGS,
  type ControlledSetting,
  SERVER_SETTINGS,
} from '../../../../../core/model/serverSettings.ts';
import type { Server } from '../../../api/types.ts';
import { Advanced } from '../../../components/advanced.tsx';
import { FloorLock } from '../../../components/floor-lock.tsx';
import { TextField } from '../../../components/form-fields.tsx';
import { Info } from '../../../components/info.tsx';
import type { SectionProps } from '../../../components/server-tab.ts';
import { SettingControl } from '../../../components/setting-control.tsx';
import type { Fields } from '../../../lib/connection-draft.ts';

/** What is wrong with an edited field, found without asking the service. */
export interface Problems {
  readonly baseUrl: string | undefined;
  readonly document: string | undefined;
  readonly seconds: string | undefined;
}

const CONFIRMATIONS = [
  { value: 'never', label: 'Never' },
  { value: 'offered', label: 'If the client supports it', description: 'Other clients call without confirmation.' },
  { value: 'always', label: 'Always', description: 'Destructive calls of other clients are refused.' },
] as const;

export interface PartProps extends SectionProps {
  readonly problems: Problems;
  readonly fields: Fields;
  readonly onChange: (part: Partial<Fields>) => void;
  /** Why the service refused a field. */
  readonly faultOf: (field: string) => string | undefined;
}

function SourceFacts({ server: { id, source } }: Pick<PartProps, 'server'>) {
  return (
    <dl className="facts">
      <dt>Source</dt>
      <dd>
        {source.kind === 'toolset'
          ? 'Tools of other servers'
          : source.kind === 'manual'
            ? 'Added manually'
            : source.kind === 'mcp'
              ? 'MCP server at the base URL'
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
      <TextField
        label="Name"
        description="Shown to people and AI clients."
        errorText={faultOf('name')}
        value={fields.name}
        ariaRequired
        disabled={disabled}
        onChange={(name) => onChange({ name })}
      />
      {server.source.kind !== 'toolset' && (
        <TextField
          label="Base URL"
          info={<Info about="baseUrl" />}
          description={
            server.auth.origin === undefined
              ? 'The URL of the API.'
              : `The URL of the API. The stored credential works for ${server.auth.origin} only: set it to “None” before you change the host.`
          }
          errorText={problems.baseUrl ?? faultOf('baseUrl')}
          value={fields.baseUrl}
          type="url"
          ariaRequired
          disabled={disabled}
          spellcheck={false}
          onChange={(baseUrl) => onChange({ baseUrl })}
        />
      )}
    </div>
  );
}

/** Where calls go, and from which description the tools come (`children`). */
export function ConnectionFields({ children, ...part }: PartProps & { readonly children: ReactNode }) {
  const { fields, disabled, onChange, faultOf, problems } = part;
  const seconds = String(Number(SERVER_SETTINGS.upstreamMs.default) / 1_000);
  return (
    <>
      <h2>Connection</h2>
      <SourceFacts server={part.server} />
      <NameAndBaseUrl {...part} />
      {children}
      {part.server.source.kind !== 'toolset' && (
        <Advanced
          disabled={disabled}
          settings={[
            {
              id: 'seconds',
              name: 'time limit of a request',
              isChanged: Number(fields.seconds) !== Number(seconds),
              isFaulty: (problems.seconds ?? faultOf('upstreamMs')) !== undefined,
              onReset: () => onChange({ seconds }),
              content: (
                <TextField
                  label="Time limit of a request"
                  info={<Info about="upstreamMs" />}
                  description="Seconds that the API may take for one answer."
                  errorText={problems.seconds ?? faultOf('upstreamMs')}
                  stretch={false}
                  type="number"
                  inputMode="decimal"
                  value={fields.seconds}
                  disabled={disabled}
                  onChange={(seconds) => onChange({ seconds })}
                />
              ),
            },
            ...CONTROLLED_SETTINGS.filter((name) => isOf(part.server, name)).map((name) => ({
              id: name,
              name: String(SERVER_SETTINGS[name].label),
              isChanged: fields[name] !== SERVER_SETTINGS[name].default,
              isFaulty: faultOf(name) !== undefined,
              onReset: () => onChange({ [name]: SERVER_SETTINGS[name].default }),
              content: (
                <SettingControl
                  name={name}
                  value={fields[name]}
                  disabled={disabled}
                  fault={faultOf(name)}
                  onChange={(value) => onChange({ [name]: value })}
                />
              ),
            })),
          ]}
        />
      )}
    </>
  );
}

function isOf({ source }: Server, name: ControlledSetting): boolean {
  const { control } = SERVER_SETTINGS[name];
  return control?.only === undefined || control.only === source.kind;
}

/** When the person at a client is asked. */
export function QuestionFields({ server, fields, disabled, onChange, faultOf }: PartProps) {
  const { confirm, missing } = NO_ELICITATION;
  return (
    <>
      <div className="row tight">
        <h2>Ask the person</h2> <Info about="elicitation" />
      </div>
      <Advanced
        title="When the person at the client is asked"
        disabled={disabled}
        settings={[
          {
            id: 'confirm',
            name: 'before destructive calls',
            isChanged: fields.confirm !== confirm,
            isFaulty: faultOf('elicitation/confirm') !== undefined,
            onReset: () => onChange({ confirm }),
            content: (
              <FormField
                label="Confirm destructive calls"
                description="Asks the person at the client before a tool deletes or overwrites something."
                errorText={faultOf('elicitation/confirm')}
              >
                <RadioGroup
                  value={fields.confirm}
                  items={CONFIRMATIONS.map((item) => ({ ...item, disabled }))}
                  onChange={({ detail }) => onChange({ confirm: detail.value as Fields['confirm'] })}
                />
              </FormField>
            ),
          },
          {
            id: 'missing',
            name: 'for missing arguments',
            isChanged: fields.missing !== missing,
            onReset: () => onChange({ missing }),
            content: (
              <Toggle
                checked={fields.missing}
                disabled={disabled}
                description="Asks for texts, numbers, and yes or no, if the client can show a form."
                onChange={({ detail }) => onChange({ missing: detail.checked })}
              >
                Ask the person for missing arguments
              </Toggle>
            ),
          },
          ...(server.source.kind === 'mcp' ? [upstreamQuestions({ fields, disabled, onChange })] : []),
        ]}
      />
    </>
  );
}

const upstreamQuestions = ({ fields, disabled, onChange }: Pick<PartProps, 'fields' | 'disabled' | 'onChange'>) => ({
  id: 'upstream',
  name: 'by the MCP server',
  isChanged: fields.upstream,
  onReset: () => onChange({ upstream: false }),
  content: (
    <Toggle
      checked={fields.upstream}
      disabled={disabled}
      description="Forms only, if the client can show them; none for a secret."
      onChange={({ detail }) => onChange({ upstream: detail.checked })}
    >
      Let questions of the MCP server pass
    </Toggle>
  ),
});

/** Whether a changed description waits for a person. */
export function ApprovalFields({ fields, disabled, onChange }: PartProps) {
  return (
    <>
      <h2>Changes of tools</h2>
      <div className="row tight">
        <Toggle
          checked={fields.signed}
          disabled={disabled}
          description="A deployment that changes tools waits until a person approves it."
          onChange={({ detail }) => onChange({ signed: detail.checked })}
        >
          Lock the tool list (changes need approval)
        </Toggle>
        <Info about="signed" />
        <FloorLock of="server" field="signed" />
      </div>
    </>
  );
}
