/** Deletes a tool, after its name has been typed. */
import Button from '@cloudscape-design/components/button';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/client.ts';
import type { Server, Tool } from '../../../api/types.ts';
import { TextField } from '../../../components/form-fields.tsx';
import { useNotify } from '../../../state/notices.tsx';
import { useAction } from '../../../state/use-action.ts';

interface ToolDeleteProps {
  readonly server: Server;
  readonly tool: Tool;
  readonly onDeleted: () => void;
}

export function ToolDelete({ server, tool, onDeleted }: ToolDeleteProps) {
  const notify = useNotify();
  const [text, setText] = useState('');
  const { pending, run } = useAction();
  const remove = async (event: FormEvent) => {
    event.preventDefault();
    if (text !== tool.name) return;
    await run(async () => {
      await call('deleteTool', { path: { id: server.id, toolId: tool.id } });
      notify.success(`${tool.name} is deleted.`);
      onDeleted();
    });
  };
  return (
    <form className="stack" onSubmit={(event) => void remove(event)}>
      <p>
        Clients lose this tool at once.{' '}
        {tool.origin === 'import'
          ? 'The next re-import adds it again. To remove it permanently, switch it off.'
          : 'It was added manually, so it cannot be restored.'}
      </p>
      <TextField
        label={
          <>
            Type <span className="mono break">{tool.name}</span> to confirm
          </>
        }
        value={text}
        spellcheck={false}
        autoComplete={false}
        onChange={setText}
      />
      <div>
        <Button formAction="submit" disabled={text !== tool.name} loading={pending}>
          Delete the tool
        </Button>
      </div>
    </form>
  );
}
