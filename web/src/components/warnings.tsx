/** The warnings of an import, each with its place in the document; first those about what was lost. */
import Alert from '@cloudscape-design/components/alert';
import ExpandableSection, { type ExpandableSectionProps } from '@cloudscape-design/components/expandable-section';
import { plural } from '../lib/format.ts';
import { GrowingList } from './growing-list.tsx';

interface WarningsProps {
  readonly warnings: readonly Readonly<Record<string, unknown>>[];
  readonly variant?: ExpandableSectionProps.Variant;
}

/** Errors that make tools differ from what the document describes; shown above everything else about an import. */
export const ImportErrors = ({ warnings }: Pick<WarningsProps, 'warnings'>) =>
  warnings
    .filter(({ severity }) => severity === 'error')
    .map((error) => (
      <Alert key={String(error['code'])} type="error">
        {String(error['message'] ?? '')}
      </Alert>
    ));

export function ImportWarnings({ warnings, variant = 'default' }: WarningsProps) {
  const others = warnings.filter(({ severity }) => severity !== 'error');
  if (others.length === 0) return null;
  return (
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
  );
}
