/** Below a trial: names in sentences that pass, by field, and the setting that has them redacted for the tool. Shows nothing where it is on. */
import Button from '@cloudscape-design/components/button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { toolQuery } from '../../../api/queries/tools.ts';
import type { Server, Tool, ToolTrial } from '../../../api/types.ts';
import { Info } from '../../../components/info.tsx';
import { count, plural } from '../../../lib/format.ts';
import { pathOfPointer } from '../../../lib/redaction.ts';
import { useNotify } from '../../../state/notices.tsx';

interface NamesInSentencesProps {
  readonly server: Server;
  readonly tool: Tool;
  readonly names: NonNullable<ToolTrial['names']>;
  readonly onSaved: () => void;
}

/** Fields that are named. */
const SHOWN = 10;

export function NamesInSentences({ server, tool, names, onSaved }: NamesInSentencesProps) {
  const notify = useNotify();
  const queries = useQueryClient();
  const [pending, setPending] = useState(false);
  const { pii, prose } = server.governance.effective;
  if (names.length === 0 || !pii || (tool.redaction?.prose ?? prose)) return null;
  const total = names.reduce((sum, each) => sum + each.count, 0);
  const fields = [...new Set(names.map(({ pointer }) => pathOfPointer(pointer) || 'the text'))];
  const more = fields.length - SHOWN;
  const save = async () => {
    setPending(true);
    try {
      // Another tab or person may have decided on fields since.
      const { redaction } = await queries.fetchQuery({ ...toolQuery(server.id, tool.id), staleTime: 0 });
      const answer = await call('changeTool', {
        path: { id: server.id, toolId: tool.id },
        body: { redaction: { ...redaction, prose: true } },
      });
      queries.setQueryData(toolQuery(server.id, tool.id).queryKey, answer);
      notify.success('Saved: names in sentences are redacted in answers of this tool.');
      onSaved();
    } catch (error) {
      notify.failure(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <section className="stack" aria-label="Names in sentences">
      <div className="row">
        <strong>
          {plural(total, 'likely name')} in sentences {total === 1 ? 'passes' : 'pass'}
        </strong>
        <Info about="prose" />
      </div>
      <p className="break">
        In {fields.slice(0, SHOWN).join(', ')}
        {more > 0 && ` and ${count(more)} more`}.
      </p>
      <div>
        <Button loading={pending} onClick={() => void save()}>
          {tool.annotations.readOnlyHint ? 'Redact them and call again' : 'Redact them'}
        </Button>
      </div>
    </section>
  );
}
