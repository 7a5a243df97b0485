/** The entry that the address names, in a panel: from the list where it is there, else asked for, however old it is. */
import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '../../../../core/api/routes/index.ts';
import { auditEntryQuery } from '../../api/queries/audit.ts';
import type { AuditEntry, Server, Token } from '../../api/types.ts';
import { QueryState } from '../../components/query-state.tsx';
import { SidePanel } from '../../components/side-panel.tsx';
import { useAddress } from '../../lib/address.ts';
import { entryOf } from './audit-entry.tsx';
import { AuditPanel } from './audit-panel.tsx';

/** Form of an entry's id; anything else in the address opens nothing. */
const ENTRY_ID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

interface OpenedEntryProps {
  /** Undefined for the log of all servers, whose addresses name the server of an entry. */
  readonly server: Server | undefined;
  /** Of the log of all servers: those of the listed entries. */
  readonly servers: AnswerOf<'listAllAudit'>['servers'] | undefined;
  readonly items: readonly AuditEntry[];
  readonly tokens: readonly Token[];
}

export function OpenedEntry({ server, servers, items, tokens }: OpenedEntryProps) {
  const address = useAddress();
  const entryId = address.parameters.get('entry') ?? '';
  const serverId = server?.id ?? address.parameters.get('of') ?? '';
  const isNamed = ENTRY_ID.test(entryId);
  const listed = items.find((item) => item.entryId === entryId);
  const query = useQuery({ ...auditEntryQuery(serverId, entryId), enabled: isNamed && listed === undefined });
  if (!isNamed) return null;
  const close = () => address.set({ entry: '', of: '' });
  const item = listed ?? query.data;
  if (item === undefined)
    return (
      <SidePanel title="Entry" onClose={close}>
        <QueryState query={query} what="the entry" />
      </SidePanel>
    );
  const entry = entryOf(item);
  const isThere = servers?.some((one) => one.serverId === entry.serverId && !one.deleted) === true;
  return (
    <AuditPanel
      entry={entry}
      hint={tokens.find(({ id }) => id === entry.tokenId)?.hint}
      hasPage={server !== undefined || isThere}
      onClose={close}
    />
  );
}
