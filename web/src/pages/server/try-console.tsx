/** Calls a tool for real and shows the composed request, the raw answer, and what a model would get of it. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Server, Tool, ToolTrial } from '../../api/types.ts';
import { messageOf } from '../../app/notices.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { JsonEditor } from '../../components/json-editor.tsx';
import { Stats } from '../../components/stats.tsx';
import { bytes, duration } from '../../lib/format.ts';
import { prettyJson } from '../../lib/pretty.ts';
import { asObject, exampleOf } from '../../lib/tools.ts';
import { ArgumentList } from './argument-list.tsx';

interface TryConsoleProps {
  readonly server: Server;
  readonly tool: Tool;
}

export function TryConsole({ server, tool }: TryConsoleProps) {
  const [first] = useState(() => asObject(exampleOf(tool.inputSchema)));
  const [args, setArgs] = useState<Record<string, unknown> | undefined>(first);
  const [pending, setPending] = useState(false);
  const [result, setResult] = useState<ToolTrial>();
  const [error, setError] = useState<unknown>();
  const run = async () => {
    if (args === undefined) return;
    setPending(true);
    setError(undefined);
    try {
      setResult(await call('tryTool', { path: { id: server.id, toolId: tool.id }, body: { arguments: args } }));
    } catch (cause) {
      setResult(undefined);
      setError(cause);
    } finally {
      setPending(false);
    }
  };
  return (
    <div className="stack">
      {!tool.annotations.readOnlyHint && (
        <Alert type={tool.annotations.destructiveHint ? 'error' : 'warning'}>
          This is a real call with the stored credential
          {tool.annotations.destructiveHint ? ', and it may destroy data' : ' and may change data'}.
        </Alert>
      )}
      <ArgumentList schema={tool.inputSchema} />
      <JsonEditor label="Arguments" value={first} onChange={setArgs} />
      <div>
        <Button variant="primary" loading={pending} disabled={args === undefined} onClick={() => void run()}>
          Call
        </Button>
      </div>
      {error !== undefined && (
        <div role="alert">
          <Alert type="error">{messageOf(error)}</Alert>
        </div>
      )}
      {/* The outcome alone: read out whole, an answer would take minutes. */}
      <span role="status" className="visually-hidden">
        {result !== undefined &&
          !pending &&
          `${result.isError ? 'Failed' : 'Answered'}: upstream ${result.status ?? 'not reached'}, ${duration(result.durationMs)}`}
      </span>
      {result !== undefined && <Result result={result} />}
    </div>
  );
}

function Result({ result }: { readonly result: ToolTrial }) {
  const raw = result.raw?.text;
  const request = result.request;
  return (
    <div className="stack">
      <Stats
        items={[
          {
            name: 'Upstream',
            value: result.status ?? 'none',
            tone: result.isError ? 'bad' : 'good',
            sub: result.errorCode,
          },
          { name: 'Took', value: duration(result.durationMs) },
          { name: 'Redacted', value: String(result.redactions['count'] ?? 0) },
          { name: 'Arrays truncated', value: String(result.truncations.length) },
          { name: 'Size', value: bytes(result.bytesOut), sub: `of ${bytes(result.bytesIn)}` },
        ]}
      />
      {request !== undefined && (
        <CodeBlock
          title="Request"
          text={[
            `${request.method} ${request.url}`,
            ...request.headers.map((header) => header.join(': ')),
            ...(request.body === undefined ? [] : ['', prettyJson(request.body)]),
          ].join('\n')}
          copyLabel="Copy"
        />
      )}
      <div className="two">
        <CodeBlock
          title={raw !== undefined && result.bytesIn > raw.length ? 'Raw response (truncated)' : 'Raw response'}
          text={raw === undefined ? 'No answer' : prettyJson(raw)}
          json
        />
        <div className="stack tight">
          {result.content.map((block, index) => (
            <CodeBlock
              // biome-ignore lint/suspicious/noArrayIndexKey: one constant list
              key={index}
              title={index === 0 ? 'What a model gets' : 'Appended note'}
              text={shownText(block, index)}
              json={index === 0}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** The answer set out for reading; the note as it stands, because its first line in brackets is no JSON. */
function shownText(block: Readonly<Record<string, unknown>>, index: number): string {
  const { text } = block;
  if (typeof text !== 'string') return JSON.stringify(block, null, 2);
  return index === 0 ? prettyJson(text) : text;
}
