/** What a tool takes, as its schema says, for whoever writes the arguments by hand. */
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import { Fragment } from 'react';
import { plural } from '../../lib/format.ts';
import { argumentsOf } from '../../lib/tools.ts';

/** With more of them the editor below would not be seen. */
const OPEN_BELOW = 6;

export function ArgumentList({ schema }: { readonly schema: unknown }) {
  const all = argumentsOf(schema);
  if (all.length === 0) return <p className="muted">This tool takes no arguments.</p>;
  return (
    <ExpandableSection headerText={`Takes ${plural(all.length, 'argument')}`} defaultExpanded={all.length < OPEN_BELOW}>
      <dl className="facts">
        {all.map(({ name, kind, required, description }) => (
          <Fragment key={name}>
            <dt className="mono break">{name}</dt>
            <dd>
              {kind}
              {required && <span className="warn small"> required</span>}
              {description !== '' && <div className="small muted">{description}</div>}
            </dd>
          </Fragment>
        ))}
      </dl>
    </ExpandableSection>
  );
}
