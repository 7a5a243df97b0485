/** What the import of a document had to say, each with its place in the document. */
import ExpandableSection, { type ExpandableSectionProps } from '@cloudscape-design/components/expandable-section';
import { plural } from '../lib/format.ts';
import { GrowingList } from './growing-list.tsx';

interface WarningsProps {
  readonly warnings: readonly Readonly<Record<string, unknown>>[];
  readonly variant?: ExpandableSectionProps.Variant;
}

export function Warnings({ warnings, variant = 'default' }: WarningsProps) {
  if (warnings.length === 0) return null;
  return (
    <ExpandableSection headerText={plural(warnings.length, 'warning')} variant={variant}>
      <GrowingList className="warnings" items={warnings}>
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
