/** One finding: the text that is judged, the suggestion beside it, and the button that puts it in its place. */
import Button from '@cloudscape-design/components/button';
import { useQueryClient } from '@tanstack/react-query';
import { memo } from 'react';
import { Link } from 'react-router';
import { editFor } from '../../../../../../core/tools/check/accept.ts';
import { call } from '../../../../api/client.ts';
import type { CheckFinding, Server } from '../../../../api/types.ts';
import { placeOf } from '../../../../components/tool-changes.tsx';
import { toolsPath } from '../../../../lib/tool-views.ts';
import { useNotify } from '../../../../state/notices.tsx';
import { useSession } from '../../../../state/session.tsx';
import { useAction } from '../../../../state/use-action.ts';

interface FindingRowProps {
  readonly server: Server;
  readonly finding: CheckFinding;
}

export const FindingRow = memo(function FindingRow({ server, finding }: FindingRowProps) {
  const { tool, at, text, also, suggestion } = finding;
  const { canEdit } = useSession();
  const { isSaving, accept } = useAccept(server.id, finding);
  return (
    <li>
      <div className="row spread">
        <span className="break">
          <Link to={`${toolsPath(server.id, 'check')}?tool=${tool.id}`}>{tool.name}</Link>{' '}
          <span className="mono muted small">{placeOf(at)}</span>
        </span>
        {canEdit && suggestion !== undefined && (
          <Button
            loading={isSaving}
            ariaLabel={`Accept the suggestion for ${tool.name}, ${placeOf(at)}`}
            onClick={accept}
          >
            Accept
          </Button>
        )}
      </div>
      {also !== undefined && <p className="small muted break">As {also.join(', ')}</p>}
      <div className="words small">
        <div className={suggestion === undefined ? 'word' : 'word pair'}>
          <p className="word-text before break">
            <span className="visually-hidden">Now: </span>
            {text === '' ? <em className="muted">nothing</em> : text}
          </p>
          {suggestion !== undefined && (
            <p className="word-text after break">
              <span className="visually-hidden">Suggested: </span>
              {suggestion}
            </p>
          )}
        </div>
      </div>
      {suggestion !== undefined && at.startsWith('/inputSchema/') && canEdit && (
        <p className="small muted">Accepting keeps the schema of this tool at later imports.</p>
      )}
    </li>
  );
});

/** Edits the tool as it is now: where its text is another one by then, nothing is changed and the check is read again. */
function useAccept(serverId: string, { tool, at, text, suggestion = '' }: CheckFinding) {
  const notify = useNotify();
  const queries = useQueryClient();
  const { pending: isSaving, run } = useAction();
  const accept = () =>
    run(async () => {
      const path = { id: serverId, toolId: tool.id };
      const edit = editFor(await call('getTool', { path }), at, text, suggestion);
      if (edit) await call('changeTool', { path, body: edit });
      await queries.invalidateQueries({ queryKey: ['server', serverId] });
      notify.success(
        edit ? `${tool.name}: ${placeOf(at)} changed.` : `${tool.name} was changed meanwhile and has been read again.`,
      );
    });
  return { isSaving, accept: () => void accept() };
}
