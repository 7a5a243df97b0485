/** The audit log of a server: filters, pages, one entry in full, and the export of what is filtered. */
import Button from '@cloudscape-design/components/button';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callRaw } from '../../api/client.ts';
import { type AuditFilter, auditQuery, tokensQuery } from '../../api/queries.ts';
import type { AuditEntry } from '../../api/types.ts';
import { useNotify } from '../../app/notices.tsx';
import { Loading } from '../../app/shell.tsx';
import { download } from '../../components/client-guide.tsx';
import { Empty } from '../../components/empty.tsx';
import { Problem } from '../../components/problem.tsx';
import { useAddress, useAddressed } from '../../lib/address.ts';
import { hintsOfNamesakes } from '../../lib/namesakes.ts';
import { boundsOf, knownMoment, minuteOf, type Range, rangeFaults } from '../../lib/range.ts';
import { entryOf } from './audit-entry.tsx';
import { AuditPanel } from './audit-panel.tsx';
import { AuditTable } from './audit-table.tsx';
import { MomentRange } from './moment-range.tsx';
import type { TabProps } from './tab.ts';
import { ToolFilter } from './tool-filter.tsx';

const PAGE = 25;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** What is looked through when no time is asked for. */
const LOOK_BACK_DAYS = 30;
const CLASSES = [
  { value: '', label: 'Everything' },
  { value: 'call', label: 'All calls' },
  { value: 'query', label: 'Calls that read' },
  { value: 'mutation', label: 'Calls that change' },
  { value: 'destructive', label: 'Calls that destroy' },
  { value: 'request', label: 'Other requests' },
  { value: 'management', label: 'Management' },
];
const STATUSES = [
  { value: '', label: 'Any result' },
  { value: 'ok', label: 'Succeeded' },
  { value: 'error', label: 'Failed' },
  { value: '4xx', label: 'Upstream 4xx' },
  { value: '5xx', label: 'Upstream 5xx' },
];
const PERIODS = [
  { value: '', label: `Last ${LOOK_BACK_DAYS} days` },
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: 'range', label: 'Custom range' },
];
const KNOWN: Readonly<Record<string, ReadonlyArray<{ value: string }>>> = {
  class: CLASSES,
  status: STATUSES,
  days: PERIODS,
};
const FORMATS = [
  { id: 'ndjson', text: 'JSON lines' },
  { id: 'csv', text: 'CSV' },
] as const;

export default function Audit({ server }: TabProps) {
  const address = useAddress();
  const [from, setFrom] = useAddressed('from');
  const [to, setTo] = useAddressed('to');
  const [cursors, setCursors] = useState<readonly string[]>([]);
  // The entry itself: the list moves on while it is read.
  const [opened, setOpened] = useState<AuditEntry>();
  const [exporting, setExporting] = useState(false);
  const notify = useNotify();
  const tokens = useQuery(tokensQuery(server.id));
  const known = tokens.data?.items ?? [];
  /** An address that was mistyped or is older than this page filters by what it still knows. */
  const get = (key: string) => {
    const value = address.parameters.get(key) ?? '';
    return KNOWN[key]?.some((one) => one.value === value) === false ? '' : value;
  };
  const days = get('days');
  const range: Range | undefined = days === 'range' ? { from: knownMoment(from), to: knownMoment(to) } : undefined;
  const faults = range === undefined ? {} : rangeFaults(range);
  const isPossible = Object.keys(faults).length === 0;
  const filter: AuditFilter = {
    class: get('class'),
    status: get('status'),
    tool: get('tool'),
    token: get('token'),
    // To the hour, so that the question stays the same while the page is read.
    ...(range !== undefined
      ? boundsOf(range)
      : { from: days === '' ? '' : new Date(Math.floor(Date.now() / HOUR) * HOUR - Number(days) * DAY).toISOString() }),
  };
  const filtered = range !== undefined || Object.values(filter).some((value) => value !== '');
  const page = useQuery({
    ...auditQuery(server.id, filter, PAGE, cursors.at(-1)),
    enabled: isPossible,
    placeholderData: keepPreviousData,
    refetchInterval: cursors.length === 0 ? 4_000 : false,
  });
  const choose = (values: Readonly<Record<string, string>>) => {
    setCursors([]);
    address.set(values);
  };
  /** A range begins as what was shown before it was asked for. */
  const choosePeriod = (value: string) => {
    const start = value === 'range' ? minuteOf(Date.now() - (Number(days) || LOOK_BACK_DAYS) * DAY) : '';
    choose({ days: value, from: start, to: '' });
  };
  const select = (
    key: string,
    name: string,
    options: ReadonlyArray<{ value: string; label: string }>,
    onChange = (value: string) => choose({ [key]: value }),
  ) => (
    <FormField label={name}>
      <Select
        ariaLabel={name}
        selectedOption={options.find((one) => one.value === get(key)) ?? options[0]!}
        options={[...options]}
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
      />
    </FormField>
  );

  const save = async (format: 'ndjson' | 'csv') => {
    setExporting(true);
    try {
      const parts: Blob[] = [];
      let cursor: string | undefined;
      do {
        const answer = await callRaw('exportAudit', { path: { id: server.id }, query: { ...filter, format, cursor } });
        parts.push(await answer.blob());
        cursor = answer.headers.get('x-next-cursor') ?? undefined;
      } while (cursor !== undefined);
      download(`audit-${server.id}.${format}`, new Blob(parts));
    } catch (error) {
      notify.failure(error);
    } finally {
      setExporting(false);
    }
  };

  const items = (isPossible && page.data?.items) || [];
  // A page of a rare filter may be empty before the end of the trail is reached.
  const partly = page.data?.cursor !== undefined || cursors.length > 0;
  return (
    <div className="stack">
      <div className="row audit-filters">
        {select('class', 'Kind', CLASSES)}
        <FormField label="Tool">
          <ToolFilter serverId={server.id} value={get('tool')} onChange={(tool) => choose({ tool })} />
        </FormField>
        {select('token', 'Token', [
          { value: '', label: 'Any token' },
          ...known.map((one) => ({ value: one.id, label: `${one.label} ••••${one.hint}` })),
        ])}
        {select('status', 'Result', STATUSES)}
        {select('days', 'Time', PERIODS, choosePeriod)}
        <div className="row end">
          {filtered && (
            <Button
              variant="link"
              onClick={() => {
                setCursors([]);
                address.clear();
              }}
            >
              Clear
            </Button>
          )}
          <ButtonDropdown
            items={FORMATS}
            loading={exporting}
            disabled={!isPossible}
            onItemClick={({ detail }) => void save(detail.id as 'ndjson' | 'csv')}
          >
            Export
          </ButtonDropdown>
        </div>
      </div>
      {range !== undefined && (
        <MomentRange
          range={range}
          faults={faults}
          onChange={(end, minute) => {
            setCursors([]);
            (end === 'from' ? setFrom : setTo)(minute);
          }}
        />
      )}
      {!isPossible && (
        <div className="card">
          <Empty title="Nothing is looked for">No moment lies in this range of time.</Empty>
        </div>
      )}
      {isPossible && page.isError && <Problem error={page.error} retry={() => void page.refetch()} />}
      {isPossible && page.data === undefined && !page.isError && <Loading what="the audit log" />}
      {isPossible && page.data !== undefined && items.length === 0 && (
        <div className="card">
          <Empty title={partly ? 'Nothing here' : filtered ? 'Nothing matches' : 'Nothing recorded'}>
            {partly
              ? 'None of the entries that were looked through meets all of these filters; older ones may.'
              : filtered
                ? 'No entry meets all of these filters.'
                : `Nothing happened in the last ${LOOK_BACK_DAYS} days. Each request, each tool call and each change of this server will be listed here.`}
          </Empty>
        </div>
      )}
      {items.length > 0 && <AuditTable items={items} hints={hintsOfNamesakes(known)} onOpen={setOpened} />}
      {isPossible && (cursors.length > 0 || page.data?.cursor !== undefined) && (
        <nav className="row" aria-label="Pages of the audit log">
          <Button
            iconName="angle-left"
            disabled={cursors.length === 0}
            onClick={() => setCursors(cursors.slice(0, -1))}
          >
            Newer
          </Button>
          <span className="muted small" role="status">
            Page {cursors.length + 1}
          </span>
          <Button
            iconName="angle-right"
            iconAlign="right"
            disabled={page.data?.cursor === undefined}
            loading={page.isPlaceholderData}
            onClick={() => setCursors([...cursors, page.data?.cursor ?? ''])}
          >
            Older
          </Button>
        </nav>
      )}
      {opened !== undefined && (
        <AuditPanel
          entry={entryOf(opened)}
          hint={known.find(({ id }) => id === entryOf(opened).tokenId)?.hint}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
}
