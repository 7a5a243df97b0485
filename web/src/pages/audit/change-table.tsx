/** Old and new value of each field that an audit entry says was changed; a diff for long texts. */
import type { FieldChange, PlainValue } from '../../../../core/audit/fieldChanges.ts';
import { fieldLabel } from '../../../../core/audit/fieldLabels.ts';
import { ListTable } from '../../components/list-table.tsx';

export function ChangeTable({ changes }: { readonly changes: readonly FieldChange[] }) {
  return (
    <ListTable columns={['Field', 'Before', 'After']}>
      {changes.map((change) => (
        <tr key={change.field}>
          <td title={change.field}>{fieldLabel(change.field)}</td>
          <Values change={change} />
        </tr>
      ))}
    </ListTable>
  );
}

function Values({ change }: { readonly change: FieldChange }) {
  if ('replaced' in change) return <td colSpan={2}>Replaced; the value is not shown</td>;
  if ('new' in change)
    return (
      <>
        <td className="break" data-label="Before">
          {displayValue(change.old, change.inherited)}
        </td>
        <td className="break" data-label="After">
          {displayValue(change.new, change.inherited)}
        </td>
      </>
    );
  return (
    <td colSpan={2}>
      {change.diff === undefined ? (
        `${change.from.characters} characters before, ${change.to.characters} after`
      ) : (
        <pre className="code">{change.diff}</pre>
      )}
    </td>
  );
}

function displayValue(value: PlainValue, inherited: PlainValue | undefined): string {
  if (value === null) return inherited === undefined ? 'not set' : `global: ${displayValue(inherited, undefined)}`;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'object') return value.length === 0 ? 'none' : value.join(', ');
  return String(value);
}
