/** One audit entry in full. Arguments are stored after redaction; answers as a digest, unless the owner keeps them. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { FieldChange } from '../../../../core/audit/fieldChanges.ts';
import { ARGUMENT_REPAIRS } from '../../../../core/mcp/arguments/table.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { SidePanel } from '../../components/side-panel.tsx';
import { bytes, duration, moment } from '../../lib/format.ts';
import { prettyJson } from '../../lib/pretty.ts';
import { type Entry, Outcome, sentence, subject, TYPE_NAMES } from './audit-entry.tsx';
import { ChangeTable } from './change-table.tsx';
import { CompareAnswers } from './compare-answers.tsx';
import { KeptAnswer } from './kept-answer.tsx';
import { sessionPath } from './session-path.ts';
import { Waterfall } from './waterfall.tsx';

const RULES = { read_only: 'read-only tools', chosen_tools: 'chosen tools' } as const;

interface AuditPanelProps {
  readonly entry: Entry;
  /** Last characters of its token, which distinguish it from others with the same label; unset once the token is deleted. */
  readonly hint?: string | undefined;
  /** Whether its server has a page: a deleted one has none. */
  readonly hasPage: boolean;
  readonly onClose: () => void;
}

export function AuditPanel({ entry, hint, hasPage, onClose }: AuditPanelProps) {
  const sentenceText = sentence(entry);
  const changes = (entry.detail?.['changes'] ?? []) as unknown as readonly FieldChange[];
  const facts: ReadonlyArray<readonly [string, ReactNode]> = [
    ['Time', `${moment(entry.at)} (${entry.at})`],
    ['Result', <Outcome key="result" entry={entry} />],
    ['Error', entry.errorCode],
    ['Upstream status', entry.errorCode === 'answer_withheld' ? entry.status : undefined],
    ['Token scope', entry.rule && RULES[entry.rule]],
    ['Type', entry.class && TYPE_NAMES[entry.class]],
    ['Method', entry.method],
    ['Token', hint === undefined ? entry.tokenLabel : `${entry.tokenLabel} ••••${hint}`],
    ['Person', entry.personName ?? entry.person],
    ['Actor', entry.actorName ?? entry.actor],
    ['Subject', entry.actorName === undefined ? undefined : entry.actor],
    ['Arguments corrected', entry.repairs?.map((repair) => ARGUMENT_REPAIRS[repair]).join(' ')],
    ['Client', entry.client],
    ['Session', entry.session && <span className="mono">{entry.session}</span>],
    ['Protocol', entry.era],
    [
      'Duration',
      entry.durationMs === undefined
        ? undefined
        : `${duration(entry.durationMs)}${entry.upstreamMs === undefined ? '' : `, of which upstream ${duration(entry.upstreamMs)}`}`,
    ],
    ['Trace', entry.traceId && <span className="mono">{entry.traceId}</span>],
    ['From the API', entry.bytesIn === undefined ? undefined : bytes(entry.bytesIn)],
    ['To the model', entry.bytesOut === undefined ? undefined : bytes(entry.bytesOut)],
    ['Answer digest', entry.answerDigest && <span className="mono">{entry.answerDigest}</span>],
    ['Version', entry.bundleId && <span className="mono">{entry.bundleId}</span>],
    [
      'Entry',
      <span key="id" className="mono">
        {entry.entryId}
      </span>,
    ],
  ];
  return (
    <SidePanel title={<span className="mono">{subject(entry)}</span>} onClose={onClose}>
      <div className="stack">
        {sentenceText !== undefined && <p>{sentenceText}.</p>}
        {changes.length > 0 && <ChangeTable changes={changes} />}
        <dl className="facts">
          {facts
            .filter(([, value]) => value !== undefined && value !== '')
            .map(([name, value]) => (
              <FactRow key={name} name={name} value={value} />
            ))}
        </dl>
        {entry.stages !== undefined && <Waterfall stages={entry.stages} durationMs={entry.durationMs ?? 0} />}
        {entry.arguments !== undefined && (
          <CodeBlock
            title="Arguments, after redaction"
            text={
              typeof entry.arguments === 'string'
                ? prettyJson(entry.arguments)
                : JSON.stringify(entry.arguments, null, 2)
            }
            json
            copyLabel="Copy"
          />
        )}
        {hasPage && entry.tokenId !== undefined && (
          <p>
            <Link to={sessionPath(entry)}>Show what this client did, from the beginning</Link>
          </p>
        )}
        <KeptAnswer entry={entry} />
        {hasPage && <CompareAnswers entry={entry} />}
        {entry.detail !== undefined && (
          <CodeBlock title="Detail" text={JSON.stringify(entry.detail, null, 2)} json copyLabel="Copy" />
        )}
        {(entry.redactedFields ?? 0) > 0 && (
          <CodeBlock
            title={`Redacted fields: ${entry.redactedFields}`}
            text={(entry.redactedPointers ?? []).join('\n')}
            copyLabel="Copy"
          />
        )}
        {(entry.redactedBy?.length ?? 0) > 0 && (
          <CodeBlock
            title="Redacted by rule"
            text={[...(entry.redactedBy ?? [])]
              .sort((a, b) => b.count - a.count)
              .map(({ type, rule, count }) => `${count} × ${type}: ${rule}`)
              .join('\n')}
          />
        )}
        {entry.wouldRedact !== undefined && (
          <CodeBlock
            title="Would be redacted"
            text={Object.entries(entry.wouldRedact)
              .map(([kind, hits]) => `${kind}: ${hits}`)
              .join('\n')}
          />
        )}
        {entry.policies !== undefined && <CodeBlock title="Forbidden by policies" text={entry.policies.join('\n')} />}
        {entry.wouldDeny !== undefined && (
          <CodeBlock
            title="Would be forbidden by policies in shadow mode"
            text={entry.wouldDeny.join('\n') || 'No policy would permit it.'}
          />
        )}
        {(entry.truncations?.length ?? 0) > 0 && (
          <CodeBlock
            title="Arrays truncated"
            text={(entry.truncations ?? [])
              .map((one) => `${one.pointer || '/'}: ${one.kept} of ${one.atLeast ? 'at least ' : ''}${one.total} kept`)
              .join('\n')}
          />
        )}
      </div>
    </SidePanel>
  );
}

const FactRow = ({ name, value }: { readonly name: string; readonly value: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);
