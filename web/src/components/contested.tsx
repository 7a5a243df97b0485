/** Says which edited fields somebody else has changed meanwhile, and their present values. */
import Alert from '@cloudscape-design/components/alert';

export interface ContestedField {
  readonly name: string;
  readonly stored: string;
}

export function Contested({ fields }: { readonly fields: readonly ContestedField[] }) {
  if (fields.length === 0) return null;
  return (
    <Alert type="warning" header="Somebody else changed this meanwhile">
      <ul>
        {fields.map(({ name, stored }) => (
          <li key={name} className="break">
            {name} is now:{' '}
            <bdi>{stored === '' ? 'empty' : stored.length > 300 ? `${stored.slice(0, 300)} …` : stored}</bdi>
          </li>
        ))}
      </ul>
      Your value is not saved yet; saving replaces this one.
    </Alert>
  );
}
