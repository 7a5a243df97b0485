/** A sample answer and its governed form. The sample is sent to the service and stored nowhere. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { call } from '../api/client.ts';
import type { GovernanceChange, GovernanceTrial } from '../api/types.ts';
import { plural } from '../lib/format.ts';
import { messageOf } from '../state/notices.tsx';
import { CodeBlock } from './code-block.tsx';
import { ValueReason } from './value-reason.tsx';

const SAMPLE = `{
  "customer": {
    "full_name": "Ada Lindqvist",
    "email": "ada.lindqvist@example.com",
    "phone": "+1 415 555 0142",
    "card_number": "4111 1111 1111 1111",
    "city": "Gothenburg"
  },
  "comments": [
    { "author": { "full_name": "Tomas Berg", "email": "tomas.berg@example.com" }, "text": "Ada Lindqvist asked twice." },
    { "author": { "full_name": "Ada Lindqvist", "email": "ada.lindqvist@example.com" }, "text": "Thank you, Tomas Berg!" }
  ],
  "note": "Call her on 415-555-0142, SSN 536-90-4399.",
  "total_cents": 129900,
  "order_ids": [${Array.from({ length: 60 }, (_, index) => 1001 + index).join(', ')}]
}`;

const NAME_IT =
  'If this is wrong, add the field to those that are never or always redacted, or correct it in “Try it” of a tool.';

const PAUSE_MS = 300;

function documentOf(text: string): NonNullable<unknown> | null {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** JSON with short arrays of plain values on one line, for readability. */
export function readable(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value, null, 2).replace(
    /\[\s+((?:-?[\d.]+,\s+)*-?[\d.]+)\s+\]/g,
    (_, inner: string) => `[${inner.replace(/\s+/g, ' ')}]`,
  );
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, one) => sum + one, 0);

/** '6 fields redacted, /order_ids cut from 60 to 50'. */
function outcome({ redactions, truncations, capped }: GovernanceTrial): string {
  const parts = [
    ...(redactions.count > 0 ? [`${plural(redactions.count, 'value')} redacted`] : []),
    ...(redactions.wouldRedact
      ? [
          `${plural(sumOf(redactions.wouldRedact), 'value')} would be redacted (${Object.keys(redactions.wouldRedact).join(', ')})`,
        ]
      : []),
    ...truncations.map((cut) => `${cut['pointer'] || 'the list'} cut from ${cut['total']} to ${cut['kept']}`),
    ...(capped ? ['cut to size'] : []),
  ];
  return parts.length === 0 ? 'nothing to redact or cut' : parts.join(', ');
}

interface TryGovernanceProps {
  readonly settings: GovernanceChange;
  readonly serverId?: string;
}

export function TryGovernance({ settings, serverId }: TryGovernanceProps) {
  const [text, setText] = useState(SAMPLE);
  const [chosen, setChosen] = useState<string>();
  const id = useId();
  const wanted = JSON.stringify([text, settings]);
  const [settled, setSettled] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);

  const trial = useQuery({
    queryKey: ['governance-trial', serverId, settled],
    queryFn: ({ signal }) => {
      const [sample, change] = JSON.parse(settled);
      return call('tryGovernance', {
        path: {},
        body: { document: documentOf(sample), settings: change, serverId, explain: true },
        signal,
      });
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  return (
    <section className="try-governance" aria-label="Before and after">
      <label htmlFor={id}>
        <strong>API response</strong> <span className="small muted">Paste a response of your own</span>
      </label>
      <textarea
        id={id}
        className="editor sample"
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
      <CodeBlock
        title={
          <>
            <strong>What the model gets</strong>{' '}
            {/* Without the progress dots, which would be announced twice for each letter typed. */}
            <span role="status">{trial.data === undefined ? '' : outcome(trial.data)}</span>
            {trial.isFetching && <span aria-hidden="true"> …</span>}
          </>
        }
        label="The governed answer"
        text={trial.data === undefined ? ' ' : readable(trial.data.governed)}
        json={typeof trial.data?.governed !== 'string'}
        choice={typeof trial.data?.governed === 'string' ? undefined : { chosen, onChoose: setChosen }}
      />
      {trial.data?.explanation !== undefined && (
        <ValueReason explanation={trial.data.explanation} chosen={chosen} onChoose={setChosen} hint={NAME_IT} />
      )}
      {trial.isError && (
        <p className="bad" role="alert">
          {messageOf(trial.error)}
        </p>
      )}
    </section>
  );
}
