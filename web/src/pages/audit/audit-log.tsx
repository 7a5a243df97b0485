/** The audit log of one server or of all: filters, pages, and the entry that the address names, in full. */
import Button from '@cloudscape-design/components/button';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tokensQuery } from '../../api/queries/access.ts';
import { type AllAuditFilter, allAuditQuery, auditQuery } from '../../api/queries/audit.ts';
import type { Server } from '../../api/types.ts';
import { Empty } from '../../components/empty.tsx';
import { Problem } from '../../components/problem.tsx';
import { Loading } from '../../components/shell.tsx';
import { hintsOfNamesakes } from '../../lib/namesakes.ts';
import { AuditFilterRow } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';
import { OpenedEntry } from './opened-entry.tsx';
import { LOOK_BACK_DAYS, useAuditFilter } from './use-audit-filter.ts';

const PAGE = 25;

interface AuditLogProps {
  /** Undefined for all servers. */
  readonly server?: Server;
}

export function AuditLog({ server }: AuditLogProps) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const filters = useAuditFilter(() => setCursors([]));
  const { isPossible, isFiltered, filter, get } = filters;
  const tokens = useQuery({ ...tokensQuery(server?.id ?? ''), enabled: server !== undefined });
  const known = tokens.data?.items ?? [];
  const page = useAuditPage(server, { ...filter, server: get('server') }, cursors.at(-1), isPossible);

  const items = (isPossible && page.data?.items) || [];
  // With a filter that rarely matches, a page may be empty before the end of the trail.
  const partly = page.data?.cursor !== undefined || cursors.length > 0;
  return (
    <div className="stack">
      <AuditFilterRow filters={filters} server={server} tokens={known} />
      {!isPossible && (
        <div className="card">
          <Empty title="Nothing to search">The range ends before it begins.</Empty>
        </div>
      )}
      {isPossible && page.isError && <Problem error={page.error} retry={() => void page.refetch()} />}
      {isPossible && page.data === undefined && !page.isError && <Loading what="the audit log" />}
      {isPossible && page.data !== undefined && items.length === 0 && (
        <div className="card">
          <Empty title={partly ? 'Nothing here' : isFiltered ? 'Nothing matches' : 'Nothing recorded'}>
            {partly
              ? 'None of the entries searched so far matches all of these filters; older ones may.'
              : isFiltered
                ? 'No entry matches all of these filters.'
                : `Nothing happened in the last ${LOOK_BACK_DAYS} days. Requests, tool calls and changes will be listed here.`}
          </Empty>
        </div>
      )}
      {items.length > 0 && <AuditTable items={items} servers={page.data?.servers} hints={hintsOfNamesakes(known)} />}
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
      <OpenedEntry server={server} servers={page.data?.servers} items={items} tokens={known} />
    </div>
  );
}

/** The first page is updated with new entries. */
function useAuditPage(
  server: Server | undefined,
  { server: one, ...filter }: AllAuditFilter,
  cursor: string | undefined,
  enabled: boolean,
) {
  const common = {
    placeholderData: keepPreviousData,
    refetchInterval: cursor === undefined ? 4_000 : (false as const),
  };
  const ofOne = useQuery({
    ...auditQuery(server?.id ?? '', filter, PAGE, cursor),
    ...common,
    enabled: enabled && server !== undefined,
  });
  const ofAll = useQuery({
    ...allAuditQuery({ ...filter, server: one }, PAGE, cursor),
    ...common,
    enabled: enabled && server === undefined,
  });
  return server === undefined ? ofAll : { ...ofOne, data: ofOne.data && { ...ofOne.data, servers: undefined } };
}
