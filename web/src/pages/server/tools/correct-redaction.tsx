/** Below a trial's raw and governed answer: says what a field is, saves it for the tool, and calls again. */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { call } from '../../../api/client.ts';
import { toolQuery } from '../../../api/queries/tools.ts';
import type { Server, Tool } from '../../../api/types.ts';
import { MARK_GROUPS, type Mark, markLabel, pathOfPointer, pathsIn } from '../../../lib/redaction.ts';
import { useNotify } from '../../../state/notices.tsx';
import { useAction } from '../../../state/use-action.ts';

interface CorrectRedactionProps {
  readonly server: Server;
  readonly tool: Tool;
  /** The raw response, and the governed one, which has the same names where the raw one was cut. */
  readonly answers: readonly string[];
  /** The value that was chosen in an answer. */
  readonly chosen: { readonly pointer: string; readonly outcome: string } | undefined;
  readonly onSaved: () => void;
}

export function CorrectRedaction({ server, tool, answers, chosen, onSaved }: CorrectRedactionProps) {
  const notify = useNotify();
  const queries = useQueryClient();
  const paths = useMemo(() => answers.map(pathsIn).find((found) => found.length > 0) ?? [], [answers]);
  const [path, setPath] = useState<string>();
  const [mark, setMark] = useState<Mark>('keep');
  const { pending, run } = useAction();
  useEffect(() => {
    const found = chosen && pathOfPointer(chosen.pointer);
    if (found === undefined || !paths.includes(found)) return;
    setPath(found);
    setMark(chosen?.outcome === 'kept' ? 'redact' : 'keep');
  }, [chosen, paths]);
  if (paths.length === 0) return null;
  const save = async () => {
    if (path === undefined) return;
    await run(async () => {
      // Another tab or person may have decided on other fields since.
      const { redaction } = await queries.fetchQuery({ ...toolQuery(server.id, tool.id), staleTime: 0 });
      const answer = await call('changeTool', {
        path: { id: server.id, toolId: tool.id },
        body: { redaction: { ...redaction, fields: { ...redaction?.fields, [path]: mark } } },
      });
      queries.setQueryData(toolQuery(server.id, tool.id).queryKey, answer);
      notify.success(`Saved: ${path} is ${markLabel(mark).toLowerCase()}.`);
      onSaved();
    });
  };
  const isReadOnly = tool.annotations.readOnlyHint;
  return (
    <section className="stack" aria-label="Correct the redaction">
      <strong>Was a field redacted by mistake, or missed?</strong>
      <div className="two">
        <FormField label="Field" stretch>
          <Select
            selectedOption={path === undefined ? null : { value: path, label: path }}
            options={paths.map((one) => ({ value: one, label: one }))}
            filteringType="auto"
            placeholder="Choose a field"
            onChange={({ detail }) => setPath(detail.selectedOption.value)}
          />
        </FormField>
        <FormField label="What it is" stretch>
          <Select
            selectedOption={{ value: mark, label: markLabel(mark) }}
            options={MARK_GROUPS}
            filteringType="auto"
            onChange={({ detail }) => setMark(detail.selectedOption.value as Mark)}
          />
        </FormField>
      </div>
      <div>
        <Button
          disabled={path === undefined}
          disabledReason="Choose a field first."
          loading={pending}
          onClick={() => void save()}
        >
          {isReadOnly ? 'Save and call again' : 'Save'}
        </Button>
      </div>
    </section>
  );
}
