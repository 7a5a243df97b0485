/** One field of recorded answers: what becomes of its values, how sure that is, and how they are written. */
import { memo } from 'react';
import { ListPick } from '../../../../components/list-inputs.tsx';
import type { FieldRow } from '../../../../lib/answer-fields.ts';
import { count, plural } from '../../../../lib/format.ts';
import { MODE_NAMES, MODES, markLabel } from '../../../../lib/redaction.ts';

const SURE: Readonly<Record<FieldRow['sure'], { readonly label: string; readonly tone: string }>> = {
  unsure: { label: 'unsure', tone: 'warn' },
  likely: { label: 'likely', tone: '' },
  certain: { label: 'certain', tone: 'good' },
};

interface FieldLineProps {
  readonly row: FieldRow;
  readonly toolName: string;
  readonly isChosen: boolean;
  readonly canEdit: boolean;
  /** What the rule says that decided most often. */
  readonly says: string | undefined;
  readonly onPick: (row: FieldRow, on: boolean) => void;
}

export const FieldLine = memo(function FieldLine({ row, toolName, isChosen, canEdit, says, onPick }: FieldLineProps) {
  const { path, isMarkable, mark, sure, forms, distinct, values, length } = row;
  const { label, tone } = SURE[sure];
  return (
    <div className="field-line">
      {canEdit && isMarkable ? (
        <ListPick checked={isChosen} label={`Choose ${path} of ${toolName}`} onChange={(on) => onPick(row, on)} />
      ) : (
        <span />
      )}
      <div className="field-name">
        <span className="mono break">{path === '' ? 'the whole answer' : path}</span>{' '}
        <span className="row chips">
          <span className={`chip ${tone}`}>{label}</span>
          {mark !== undefined && <span className="chip accent">{markLabel(mark).toLowerCase()}</span>}
          {!isMarkable && <span className="chip">cannot be marked</span>}
        </span>
      </div>
      <div className="small">
        <p>{outcomeOf(row)}</p>
        <p className="muted">{modesOf(row)}</p>
      </div>
      <div className="small muted break">
        <p className="mono">{forms.join(' · ') || 'no text'}</p>
        <p>
          {distinct > 0 && `${distinct >= 50 ? '50 or more' : count(distinct)} different of ${count(values)}`}
          {length !== undefined &&
            `, ${length.least === length.most ? count(length.least) : `${count(length.least)} to ${count(length.most)}`} characters`}
        </p>
      </div>
      {says !== undefined && <p className="small muted field-rule">{says}</p>}
    </div>
  );
});

/** '3 withheld, 2 redacted (e-mail addresses), 1 kept'. */
function outcomeOf({ kept, redacted, withheld, kinds }: FieldRow): string {
  const found = Object.keys(kinds).map((kind) => markLabel(kind).toLowerCase());
  return [
    ...(withheld > 0 ? [`${count(withheld)} withheld`] : []),
    ...(redacted > 0 ? [`${count(redacted)} redacted`] : []),
    ...(kept > 0 ? [`${count(kept)} kept`] : []),
  ]
    .join(', ')
    .concat(found.length > 0 ? `; found: ${found.join(', ')}` : '');
}

/** 'Replaced in strict 2, balanced 1 of 12 values; evidence from -0.4 to 1.2 beside the threshold'. */
function modesOf({ inMode, values, margin }: FieldRow): string {
  const replacing = MODES.filter((mode) => inMode[mode] > 0);
  if (replacing.length === 0) return `Kept in every mode (${plural(values, 'value')})${evidenceOf(margin)}`;
  const parts = replacing.map((mode) => `${MODE_NAMES[mode].toLowerCase()} ${count(inMode[mode])}`);
  return `Replaced in ${parts.join(', ')} of ${plural(values, 'value')}${evidenceOf(margin)}`;
}

const signed = (sum: number): string => (sum > 0 ? `+${sum}` : String(sum));

/** Where names were weighed: how far from being one, or from being none. */
const evidenceOf = (margin: FieldRow['margin']): string => {
  if (margin === undefined) return '';
  const { least, most } = margin;
  return `; evidence for a name ${least === most ? signed(least) : `${signed(least)} to ${signed(most)}`}, redacted from 0 on`;
};
