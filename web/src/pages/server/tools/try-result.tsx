/** The result of a trial: the request, the raw response, and the governed answer that a model would get, each with its tokens. */
import Button from '@cloudscape-design/components/button';
import { useMemo, useState } from 'react';
import type { Server, Tool, ToolTrial } from '../../../api/types.ts';
import { AnswerContent } from '../../../components/answer-content.tsx';
import { CodeBlock } from '../../../components/code-block.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { EgressHint } from '../../../components/egress-hint.tsx';
import { Stats } from '../../../components/stats.tsx';
import { ValueReason } from '../../../components/value-reason.tsx';
import { asCurl } from '../../../lib/as-curl.ts';
import { bytes, count, duration } from '../../../lib/format.ts';
import { nextPage } from '../../../lib/next-page.ts';
import { prettyJson } from '../../../lib/pretty.ts';
import { CorrectRedaction } from './correct-redaction.tsx';
import { NamesInSentences } from './names-in-sentences.tsx';

interface TryResultProps {
  readonly result: ToolTrial;
  readonly server: Server;
  readonly tool: Tool;
  /** The arguments of the call. */
  readonly sent: Record<string, unknown>;
  readonly pending: boolean;
  /** What a field is was saved. */
  readonly onCorrected: () => void;
  readonly onNext: (args: Record<string, unknown>) => void;
}

const MARK_IT = 'If this is wrong, correct it below.';

/** Maximum characters of a request that the service shows. */
const REQUEST_LIMIT = 256 * 1024;

const tokensOf = (tokens: number | undefined): string => (tokens === undefined ? '' : ` · ≈ ${count(tokens)} tokens`);

export function TryResult({ result, server, tool, sent, pending, onCorrected, onNext }: TryResultProps) {
  const { inputSchema } = tool;
  const { raw, request, content } = result;
  const curl = request && asCurl(request, REQUEST_LIMIT);
  const next = useMemo(() => nextOf(result, inputSchema, sent), [result, inputSchema, sent]);
  const answers = useMemo(() => answersOf(result), [result]);
  const [chosen, setChosen] = useState<string>();
  const { explanation } = result;
  const choice = explanation && { chosen, onChoose: setChosen };
  const reason = explanation?.leaves.find(({ pointer }) => pointer === chosen);
  const isCut = raw !== undefined && result.bytesIn > raw.text.length && raw.text.length >= REQUEST_LIMIT;
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
          {
            name: 'Tokens',
            value: `≈ ${count(result.tokens)}`,
            sub: raw?.tokens === undefined ? undefined : `of ≈ ${count(raw.tokens)}`,
          },
        ]}
      />
      {(result.status === 403 || isUnreached(result)) && <EgressHint />}
      {next !== undefined && (
        <div>
          <Button iconName="angle-right" iconAlign="right" loading={pending} onClick={() => onNext(next)}>
            Next page
          </Button>
        </div>
      )}
      {request !== undefined && (
        <CodeBlock
          title="Request"
          text={[
            `${request.method} ${request.url}`,
            ...request.headers.map((header) => header.join(': ')),
            ...(request.body === undefined ? [] : ['', prettyJson(request.body)]),
          ].join('\n')}
          copyLabel="Copy"
          actions={curl !== undefined && <CopyButton text={curl} label="Copy as curl" />}
        />
      )}
      <div className="two answers">
        <CodeBlock
          label="Raw response"
          title={`Raw response${isCut ? ' (truncated)' : ''}${tokensOf(raw?.tokens)}`}
          text={raw === undefined ? 'No answer' : prettyJson(raw.text)}
          json
          choice={raw === undefined || isCut ? undefined : choice}
        />
        <AnswerContent content={content} label="What a model gets" detail={tokensOf(result.tokens)} choice={choice} />
      </div>
      {explanation !== undefined && (
        <ValueReason explanation={explanation} chosen={chosen} onChoose={setChosen} hint={MARK_IT} />
      )}
      <NamesInSentences server={server} tool={tool} names={result.names ?? []} onSaved={onCorrected} />
      {raw !== undefined && !result.isError && (
        <CorrectRedaction server={server} tool={tool} answers={answers} chosen={reason} onSaved={onCorrected} />
      )}
    </div>
  );
}

/** The API did not answer, which many do where calls come from an address that they do not list. */
const isUnreached = ({ errorCode }: ToolTrial): boolean =>
  errorCode === 'upstream_timeout' || errorCode === 'upstream_unreachable';

const answersOf = ({ raw, content }: ToolTrial): string[] =>
  [raw?.text, content[0]?.['text']].filter((text) => typeof text === 'string');

/** Read from the raw response, or from the governed answer if the raw one was cut. */
function nextOf(result: ToolTrial, inputSchema: unknown, sent: Record<string, unknown>) {
  if (result.isError) return undefined;
  for (const text of answersOf(result)) {
    try {
      return nextPage(inputSchema, sent, JSON.parse(text));
    } catch {
      // Cut, or not JSON.
    }
  }
  return undefined;
}
