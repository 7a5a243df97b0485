/** The tools and connection tokens with the most calls in a period; each links to itself and to its calls. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Stats } from '../../../api/types.ts';
import { count, duration, percent, plural } from '../../../lib/format.ts';

const SHOWN = 8;

interface BusiestProps {
  readonly serverId: string;
  /** Undefined while they are loading. */
  readonly stats: Stats | undefined;
}

export const BusiestTools = ({ serverId, stats }: BusiestProps) => (
  <Busiest
    title="Busiest tools"
    all={`/servers/${serverId}/use`}
    head="Tool"
    rows={stats?.tools.slice(0, SHOWN).map(({ tool, ...figures }) => ({
      ...figures,
      key: tool,
      name: (
        <Link className="mono" to={`/servers/${serverId}/tools?q=${encodeURIComponent(tool)}`}>
          {tool}
        </Link>
      ),
      calledOf: tool,
      audit: `/servers/${serverId}/audit?class=call&tool=${encodeURIComponent(tool)}`,
    }))}
  />
);

export const BusiestTokens = ({ serverId, stats }: BusiestProps) => (
  <Busiest
    title="Busiest tokens"
    all={`/servers/${serverId}/use?by=token`}
    head="Token"
    rows={stats?.tokens.slice(0, SHOWN).map(({ tokenId, label, ...figures }) => ({
      ...figures,
      key: tokenId,
      name: <Link to={`/servers/${serverId}/tokens`}>{label}</Link>,
      calledOf: label,
      audit: `/servers/${serverId}/audit?class=call&token=${tokenId}`,
    }))}
  />
);

interface Row {
  readonly key: string;
  readonly name: ReactNode;
  readonly calledOf: string;
  /** Address of its calls in the audit log. */
  readonly audit: string;
  readonly calls: number;
  readonly errors: number;
  readonly p95Ms: number;
}

interface TableProps {
  readonly title: string;
  readonly head: string;
  /** Address of the whole table. */
  readonly all: string;
  readonly rows: readonly Row[] | undefined;
}

function Busiest({ title, head, all, rows }: TableProps) {
  return (
    <section className="card" aria-label={title}>
      <div className="row spread">
        <h2>{title}</h2>
        <Link to={all} aria-label={`${title}: all`}>
          All
        </Link>
      </div>
      {rows === undefined || rows.length === 0 ? (
        <p className="muted">{rows === undefined ? '–' : 'Nothing was called in this period.'}</p>
      ) : (
        <table className="list plain">
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <th scope="col" className="num">
                Calls
              </th>
              <th scope="col" className="num">
                Errors
              </th>
              <th scope="col" className="num">
                P95 latency
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <td className="break">{row.name}</td>
                <td className="num">
                  <Link to={row.audit} aria-label={`${plural(row.calls, 'call')} of ${row.calledOf} in the audit log`}>
                    {count(row.calls)}
                  </Link>
                </td>
                <td className={row.errors > 0 ? 'num bad' : 'num muted'}>{percent(row.errors, row.calls)}</td>
                <td className="num muted">{duration(row.p95Ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
