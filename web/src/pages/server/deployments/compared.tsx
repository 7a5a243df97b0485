/** Two versions of a server, compared. */
import type { VersionComparison } from '../../../api/types.ts';
import { ChangeList, DiffChips, staying } from '../../../components/tool-changes.tsx';

export function Compared({ comparison }: { readonly comparison: VersionComparison }) {
  const { diff, changes, more, baseUrl } = comparison;
  return (
    <>
      {changes.length === 0 ? (
        <p>No tool differs: {staying(diff.unchanged, 'tool')}.</p>
      ) : (
        <div className="row">
          <DiffChips diff={diff} />
          <span className="muted">{staying(diff.unchanged)}</span>
        </div>
      )}
      {baseUrl !== undefined && (
        <p className="break">
          Base URL: <span className="mono">{baseUrl.from}</span> becomes <span className="mono">{baseUrl.to}</span>
        </p>
      )}
      <ChangeList changes={changes} more={more} />
    </>
  );
}
