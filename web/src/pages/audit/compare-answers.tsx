/**
 * The answer of a call beside an earlier one of the same tool: what the trail knows of both, and where both are kept, the answers
 * themselves with the fields that are new and gone. Reading answers takes the right to, and each reading is recorded.
 */
import Button from '@cloudscape-design/components/button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { answerFields, compareAnswers } from '../../../../core/audit/answerFields.ts';
import { call } from '../../api/client.ts';
import { auditQuery } from '../../api/queries/audit.ts';
import { Problem } from '../../components/problem.tsx';
import { compareEntries } from '../../lib/compare-entries.ts';
import { bytes, clock, count } from '../../lib/format.ts';
import { settingsPath } from '../../lib/settings-sections.ts';
import { useSession } from '../../state/session.tsx';
import { type Entry, entryOf } from './audit-entry.tsx';
import { BothAnswers, type ReadAnswer } from './both-answers.tsx';

/** Earlier calls that are offered. */
const OFFERED = 20;

export function CompareAnswers({ entry }: { readonly entry: Entry }) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState('');
  const { serverId = '', tool = '', at, entryId } = entry;
  const query = useQuery({
    ...auditQuery(serverId, { tool, class: 'call', status: 'ok', to: at }, OFFERED + 1),
    enabled: isOpen,
  });
  if (entry.kind !== 'call' || entry.outcome !== 'ok') return null;
  if (!isOpen)
    return (
      <div>
        <Button onClick={() => setOpen(true)}>Compare with an earlier answer</Button>
      </div>
    );
  const earlier = (query.data?.items ?? []).map(entryOf).filter((one) => one.entryId !== entryId);
  const other = earlier.find((one) => one.entryId === chosen) ?? earlier[0];
  return (
    <section className="stack" aria-label="Compared with an earlier answer">
      <h3>Compared with an earlier answer</h3>
      {query.isError && <Problem error={query.error} retry={() => void query.refetch()} />}
      {query.data !== undefined && other === undefined && (
        <p className="muted">No earlier call of this tool succeeded in the 30 days before.</p>
      )}
      {other !== undefined && (
        <>
          <label className="row">
            <span>Earlier answer</span>
            <select className="moment choice" value={other.entryId} onChange={({ target }) => setChosen(target.value)}>
              {earlier.map((one) => (
                <option key={one.entryId} value={one.entryId}>
                  {clock(one.at)}, {bytes(one.bytesOut ?? 0)}
                  {isKept(one) ? ', stored' : ''}
                </option>
              ))}
            </select>
          </label>
          <Entries before={other} now={entry} />
          <Answers key={other.entryId} before={other} now={entry} />
        </>
      )}
    </section>
  );
}

const isKept = ({ keptAnswer, at }: Entry): boolean =>
  typeof keptAnswer === 'object' && Date.parse(at) + keptAnswer.days * 86_400_000 > Date.now();

interface PairProps {
  readonly before: Entry;
  readonly now: Entry;
}

/** From the trail alone. */
function Entries({ before, now }: PairProps) {
  const { kinds, added, gone, isWhole } = compareEntries(before, now);
  const rows: ReadonlyArray<readonly [string, string, string]> = [
    ['Size', bytes(before.bytesOut ?? 0), bytes(now.bytesOut ?? 0)],
    ['Arrays truncated', count(before.truncations?.length ?? 0), count(now.truncations?.length ?? 0)],
    ['Redacted fields', count(before.redactedFields ?? 0), count(now.redactedFields ?? 0)],
    ...kinds.map(({ kind, before: old, now: later }) => [`Redacted as ${kind}`, count(old), count(later)] as const),
  ];
  const lists = [
    ['Redacted now, not before', added],
    ['Redacted before, not now', gone],
  ] as const;
  return (
    <>
      <table className="list plain">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col" className="num">
              Before
            </th>
            <th scope="col" className="num">
              Now
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, old, later]) => (
            <tr key={name}>
              <td>{name}</td>
              <td className="num">{old}</td>
              <td className={old === later ? 'num' : 'num warn'}>{later}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {lists.map(
        ([title, fields]) =>
          fields.length > 0 && (
            <p key={title} className="small break">
              {title}: <span className="mono">{fields.join(', ')}</span>
            </p>
          ),
      )}
      {!isWhole && (
        <p className="small muted">An entry names the first 100 redacted places, so fields may be missing here.</p>
      )}
    </>
  );
}

/** The kept answers of both, once somebody asks for them. */
function Answers({ before, now }: PairProps) {
  const { readsAnswers } = useSession();
  const reading = useMutation({
    mutationFn: async () => ({ before: await readAnswer(before), now: await readAnswer(now) }),
  });
  if (!isKept(before) || !isKept(now))
    return (
      <p className="small muted">
        The answers themselves can be compared only where both are stored.{' '}
        <Link to={settingsPath(now.serverId ?? '', 'governance')}>Store answers</Link> is below Advanced in the server’s
        governance.
      </p>
    );
  if (!readsAnswers)
    return (
      <p className="small muted">
        Both answers are stored. Members of the group <code>answer-reader</code> can compare them.
      </p>
    );
  if (reading.data === undefined)
    return (
      <div className="stack tight">
        <div>
          <Button loading={reading.isPending} onClick={() => reading.mutate()}>
            Show both answers
          </Button>
        </div>
        <p className="muted small">Both are stored. Every view is logged.</p>
        {reading.isError && <Problem error={reading.error} retry={() => reading.mutate()} />}
      </div>
    );
  const fields = [reading.data.before, reading.data.now].map(({ content }) => answerFields(content));
  const [old, later] = fields;
  return (
    <BothAnswers
      before={reading.data.before}
      now={reading.data.now}
      changes={old === undefined || later === undefined ? undefined : compareAnswers(old, later)}
    />
  );
}

const readAnswer = ({ serverId = '', entryId }: Entry): Promise<ReadAnswer> =>
  call('readAnswer', { path: { id: serverId, entryId } });
