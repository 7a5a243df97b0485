/** Previews a re-import: the changed tools by importance, and the edits that conflict. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { reimportQuery } from '../../../api/queries/deployments.ts';
import type { ReimportPreview, Server } from '../../../api/types.ts';
import { Making } from '../../../components/elapsed.tsx';
import { GrowingList } from '../../../components/growing-list.tsx';
import { Problem } from '../../../components/problem.tsx';
import { Repairs } from '../../../components/repairs.tsx';
import { SidePanel } from '../../../components/side-panel.tsx';
import { ChangeList, placeOf, staying, Words } from '../../../components/tool-changes.tsx';
import { ImportErrors, ImportWarnings } from '../../../components/warnings.tsx';
import { count, plural } from '../../../lib/format.ts';

type Conflict = ReimportPreview['conflicts'][number];

interface ReimportPanelProps {
  readonly server: Server;
  readonly pending: boolean;
  readonly onDeploy: (approvedSurface: string | undefined) => void;
  readonly onClose: () => void;
}

export function ReimportPanel({ server, pending, onDeploy, onClose }: ReimportPanelProps) {
  const query = useQuery(reimportQuery(server.id));
  const preview = query.data;
  const what = server.source.kind === 'mcp' ? 'MCP server' : 'document';
  const approves = server.signed && preview !== undefined && preview.surface !== preview.liveSurface;
  return (
    <SidePanel
      title={`What the ${what} would change`}
      onClose={onClose}
      footer={
        <>
          <Button variant="link" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={preview === undefined}
            loading={pending}
            onClick={() => onDeploy(approves ? preview.surface : undefined)}
          >
            {approves ? 'Approve and deploy' : 'Deploy'}
          </Button>
        </>
      }
    >
      {query.isError && <Problem error={query.error} retry={() => void query.refetch()} />}
      {query.isFetching && <Making doing="Reading" what={`the ${what} again`} of={reimportQuery(server.id).queryKey} />}
      {preview !== undefined && !query.isFetching && (
        <div className="stack">
          <ImportErrors warnings={preview.warnings} />
          <Summary preview={preview} />
          {preview.readAnew && (
            <Alert type="info" header={`The ${what} has not changed`}>
              Only the way this version of Portcullis turns it into tools has changed.
            </Alert>
          )}
          {approves && (
            <Alert type="warning" header="The tool list is locked">
              Deploying approves exactly the changes listed here. The deployment stops if the {what} changes again
              meanwhile.
            </Alert>
          )}
          {preview.conflicts.length > 0 && <Conflicts conflicts={preview.conflicts} />}
          {preview.about.length > 0 && (
            <section aria-label="Description of the API">
              <div className="row">
                <span className="chip warn">new text for the model</span>
                <strong>Description of the API</strong>
              </div>
              <Words words={preview.about} />
            </section>
          )}
          <Checks checks={preview.checks} />
          <ChangeList changes={preview.changes} />
          <Repairs
            made={preview.repairs}
            {...(server.source.withoutRepairs && { without: server.source.withoutRepairs })}
          />
          <ImportWarnings warnings={preview.warnings} />
        </div>
      )}
    </SidePanel>
  );
}

/** What the import does to the findings of the description check. Renders nothing where it adds and mends none. */
function Checks({ checks: { score, added, mended, items } }: Pick<ReimportPreview, 'checks'>) {
  if (added + mended === 0) return null;
  return (
    <details>
      <summary>
        Description check: {score.before} → {score.after} of 100, {plural(added, 'new finding')}, {count(mended)} fixed
      </summary>
      <GrowingList items={items} className="changes" label="Findings that the import adds and fixes">
        {(one) => (
          <li key={`${one.change} ${one.rule} ${one.tool} ${one.at}`} className="break">
            <span className={`chip ${one.change === 'added' ? 'warn' : 'good'}`}>
              {one.change === 'added' ? 'new' : 'fixed'}
            </span>{' '}
            <strong>{one.tool}</strong> <span className="mono muted small">{placeOf(one.at)}</span> {one.says}
          </li>
        )}
      </GrowingList>
      {added + mended > items.length && (
        <p className="muted">{plural(added + mended - items.length, 'more finding')}.</p>
      )}
    </details>
  );
}

function Summary({ preview: { diff, changes, about } }: { readonly preview: ReimportPreview }) {
  if (changes.length === 0)
    return (
      <p>
        {about.length === 0 ? 'Nothing would change' : 'No tool would change'}: {staying(diff.unchanged, 'tool')}.
      </p>
    );
  return (
    <div className="row">
      <span className="chip good">+{count(diff.added)} added</span>
      <span className="chip warn">~{count(diff.changed)} changed</span>
      <span className="chip bad">−{count(diff.removed)} removed</span>
      <span className="muted">{staying(diff.unchanged)}</span>
    </div>
  );
}

const displayValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function Conflicts({ conflicts }: { readonly conflicts: readonly Conflict[] }) {
  return (
    <Alert
      type="warning"
      header={`${plural(conflicts.length, 'of your edits', 'of your edits')} ${conflicts.length === 1 ? 'conflicts' : 'conflict'}`}
    >
      <GrowingList items={conflicts}>
        {(one) => (
          <li key={`${one.toolId} ${one.field}`} className="break">
            <strong>{one.name}</strong>, {one.field}:{' '}
            {one.kind === 'edited_and_removed'
              ? 'the tool is removed, with your edit.'
              : `your edit is kept; the document now says “${displayValue(one.next)}”.`}
          </li>
        )}
      </GrowingList>
    </Alert>
  );
}
