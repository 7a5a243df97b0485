/** Why a value of an answer went or stayed, in words, and what its owner can do. Chosen in the answer, or here. */
import { useMemo } from 'react';
import type { RedactionExplanation } from '../api/types.ts';
import { plural } from '../lib/format.ts';
import { ChoiceField } from './form-fields.tsx';

type Leaf = RedactionExplanation['leaves'][number];

interface ValueReasonProps {
  readonly explanation: RedactionExplanation;
  /** JSON Pointer. */
  readonly chosen: string | undefined;
  readonly onChoose: (pointer: string) => void;
  /** What to do where the decision is wrong. */
  readonly hint: string;
}

const nameOf = (pointer: string): string => (pointer === '' ? 'The text' : pointer);

export function ValueReason({ explanation, chosen, onChoose, hint }: ValueReasonProps) {
  const { leaves, rules, isCut } = explanation;
  const options = useMemo(
    () =>
      leaves.map(({ pointer, outcome }) => ({
        value: pointer,
        label: nameOf(pointer),
        description: outcome === 'kept' ? 'stays' : 'redacted',
      })),
    [leaves],
  );
  if (leaves.length === 0) return null;
  const leaf = leaves.find(({ pointer }) => pointer === chosen);
  return (
    <section className="stack tight value-reason" aria-label="Why a value was redacted or kept">
      <ChoiceField
        label="Why was a value redacted or kept?"
        description={`Choose one here or in the answer.${isCut ? ' Only the first 2,000 are explained.' : ''}`}
        value={chosen}
        options={options}
        filteringType="auto"
        virtualScroll
        placeholder="Choose a value"
        onChange={onChoose}
      />
      <div role="status">
        {leaf !== undefined ? (
          <Reason leaf={leaf} rules={rules} hint={hint} />
        ) : (
          chosen !== undefined && (
            <p className="muted">
              No explanation for <code>{nameOf(chosen)}</code>: its list was cut, its name was redacted, or it is beyond
              the first values.
            </p>
          )
        )}
      </div>
    </section>
  );
}

interface ReasonProps {
  readonly leaf: Leaf;
  readonly rules: RedactionExplanation['rules'];
  readonly hint: string;
}

function Reason({ leaf, rules, hint }: ReasonProps) {
  const { outcome, found, rule, spoke, sum } = leaf;
  const said = rules[rule];
  return (
    <>
      <p>
        <strong>{outcomeOf(outcome, found)}</strong> {said?.says} <span className="muted">For example: </span>
        <code>{said?.example}</code> <span className="small muted">({rule})</span>
      </p>
      {sum !== undefined && (
        <p>
          The evidence adds up to {sum.reached}; from {sum.needed} on the value is taken for a name.
        </p>
      )}
      {spoke.length > 0 && (
        <details>
          <summary>{plural(spoke.length, 'other rule')} had a part in it</summary>
          <ul>
            {spoke.map((each) => (
              <li key={each.rule}>
                {rules[each.rule]?.says}
                {each.weight !== undefined && ` ${each.weight > 0 ? '+' : '−'}${Math.abs(each.weight)}`}{' '}
                <span className="small muted">({each.rule})</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="small muted">{hint}</p>
    </>
  );
}

/** 'Redacted as name.' */
function outcomeOf(outcome: Leaf['outcome'], found: Leaf['found']): string {
  if (outcome === 'kept') return 'Kept.';
  const kinds = [...new Set(found.map(({ type }) => type))].join(', ');
  return outcome === 'whole' ? `Redacted as ${kinds}.` : `Redacted in part (${kinds}).`;
}
