/** What the import of a document had to say, each with its place in the document; what it lost stands before that. */
import Alert from '@cloudscape-design/components/alert';
import ExpandableSection, { type ExpandableSectionProps } from '@cloudscape-design/components/expandable-section';
import { plural } from '../lib/format.ts';
import { GrowingList } from './growing-list.tsx';

interface WarningsProps {
  readonly warnings: readonly Readonly<Record<string, unknown>>[];
  readonly variant?: ExpandableSectionProps.Variant;
}

export function Warnings({ warnings, variant = 'default' }: WarningsProps) {
  const errors = warnings.filter(({ severity }) => severity === 'error');
  const others = warnings.filter(({ severity }) => severity !== 'error');
  return (
    <>
      {errors.map((error) => (
        <Alert key={String(error['code'])} type="error">
          {String(error['message'] ?? '')}
        </Alert>
      ))}
      {others.length > 0 && (
        <ExpandableSection headerText={plural(others.length, 'warning')} variant={variant}>
          <GrowingList className="warnings" items={others}>
            {(warning, at) => (
              <li key={at}>
                {String(warning['message'] ?? '')}
                <div className="mono small muted break">{String(warning['pointer'] ?? '')}</div>
              </li>
            )}
          </GrowingList>
        </ExpandableSection>
      )}
    </>
  );
}
