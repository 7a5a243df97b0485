/** The fields above an audit log: text, kind, server or tool and token, result, time, and the export of the result. */
import Button from '@cloudscape-design/components/button';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { useQuery } from '@tanstack/react-query';
import { callRaw } from '../../api/client.ts';
import { serversQuery } from '../../api/queries/servers.ts';
import type { Server, Token } from '../../api/types.ts';
import { download } from '../../components/client-guide.tsx';
import { TextField } from '../../components/form-fields.tsx';
import { useAction } from '../../state/use-action.ts';
import { MomentRange } from './moment-range.tsx';
import { ToolFilter } from './tool-filter.tsx';
import { type AuditFilters, CLASSES, LINKED, STATUSES, TIMES } from './use-audit-filter.ts';

const FORMATS = [
  { id: 'ndjson', text: 'JSON lines' },
  { id: 'csv', text: 'CSV' },
] as const;
type Format = (typeof FORMATS)[number]['id'];

interface AuditFilterRowProps {
  readonly filters: AuditFilters;
  /** Undefined for all servers. */
  readonly server?: Server | undefined;
  readonly tokens: readonly Token[];
}

export function AuditFilterRow({ filters, server, tokens }: AuditFilterRowProps) {
  const { get, choose, choosePeriod, clear, text, setText, range, setRange, faults, isPossible, isFiltered } = filters;
  const { isExporting, save } = useExport(filters, server);
  const select = (
    key: string,
    name: string,
    options: ReadonlyArray<{ value: string; label: string }>,
    onChange = (value: string) => choose({ [key]: value }),
  ) => (
    <FormField label={name}>
      <Select
        ariaLabel={name}
        selectedOption={options.find((one) => one.value === get(key)) ?? options[0] ?? null}
        options={[...options]}
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
      />
    </FormField>
  );
  return (
    <>
      <div className="row audit-filters">
        <TextField
          label="Search"
          stretch={false}
          type="search"
          ariaLabel="Search"
          placeholder="Words"
          clearAriaLabel="Clear the search"
          value={text}
          onChange={setText}
        />
        {select('class', 'Kind', CLASSES)}
        {server === undefined ? (
          <ServerFilter value={get('server')} onChange={(id) => choose({ server: id })} />
        ) : (
          <>
            <FormField label="Tool">
              <ToolFilter serverId={server.id} value={get('tool')} onChange={(tool) => choose({ tool })} />
            </FormField>
            {select('token', 'Token', [
              { value: '', label: 'Any token' },
              ...tokens.map((one) => ({ value: one.id, label: `${one.label} ••••${one.hint}` })),
            ])}
          </>
        )}
        {select('status', 'Result', STATUSES)}
        {select('days', 'Time', TIMES, choosePeriod)}
        <div className="row end">
          {(isFiltered || get('server') !== '') && (
            <Button variant="link" onClick={clear}>
              Clear
            </Button>
          )}
          <ButtonDropdown
            items={FORMATS}
            loading={isExporting}
            disabled={!isPossible}
            onItemClick={({ detail }) => void save(detail.id as Format)}
          >
            Export
          </ButtonDropdown>
        </div>
      </div>
      <LinkedFilters filters={filters} />
      {range !== undefined && <MomentRange range={range} faults={faults} onChange={setRange} />}
    </>
  );
}

/** What a link has limited the log to. */
function LinkedFilters({ filters: { get, choose } }: Pick<AuditFilterRowProps, 'filters'>) {
  const names = LINKED.filter((name) => get(name) !== '');
  if (names.length === 0) return null;
  return (
    <div className="row">
      {names.map((name) => (
        <span key={name} className="row tight">
          <span className="small">
            Only the {name} <span className="mono break">{get(name)}</span>
          </span>
          <Button variant="inline-link" ariaLabel={`Remove the filter ${name}`} onClick={() => choose({ [name]: '' })}>
            Remove
          </Button>
        </span>
      ))}
    </div>
  );
}

interface ServerFilterProps {
  /** Id of the server; '' for any. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** Deleted servers are not listed; their entries link to them. */
function ServerFilter({ value, onChange }: ServerFilterProps) {
  const { data } = useQuery(serversQuery());
  const there = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name || id }));
  const isGone = value !== '' && !there.some((one) => one.value === value);
  const options = [
    { value: '', label: 'Any server' },
    ...there,
    ...(isGone ? [{ value, label: `Deleted: ${value}` }] : []),
  ];
  return (
    <FormField label="Server">
      <Select
        ariaLabel="Server"
        filteringType="auto"
        filteringAriaLabel="Find a server"
        selectedOption={options.find((one) => one.value === value) ?? options[0] ?? null}
        options={options}
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
      />
    </FormField>
  );
}

/** The file is assembled from as many responses as needed. */
function useExport({ filter, get }: AuditFilters, server: Server | undefined) {
  const { pending: isExporting, run } = useAction();
  const part = (format: Format, cursor: string | undefined) =>
    server === undefined
      ? callRaw('exportAllAudit', { path: {}, query: { ...filter, server: get('server'), format, cursor } })
      : callRaw('exportAudit', { path: { id: server.id }, query: { ...filter, format, cursor } });
  const save = (format: Format) =>
    run(async () => {
      const parts: Blob[] = [];
      let cursor: string | undefined;
      do {
        const answer = await part(format, cursor);
        parts.push(await answer.blob());
        cursor = answer.headers.get('x-next-cursor') ?? undefined;
      } while (cursor !== undefined);
      download(`audit${server === undefined ? '' : `-${server.id}`}.${format}`, new Blob(parts));
    });
  return { isExporting, save };
}
