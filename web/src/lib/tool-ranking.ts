/** The order of a search over a list of tools, as the clients' search ranks them (core/search). */
import { useEffect, useRef, useState } from 'react';
import type { ToolSummary } from '../api/types.ts';
import type { RankingAnswer, RankingRequest } from './tool-ranking.worker.ts';

const NONE: readonly string[] = [];

/**
 * Ids of the best tools for a text, the best first; empty until the ranking is there. The worker starts with the first search.
 * @param tools as they were read; a list of the same tools with another identity is indexed again
 */
export function useRanking(tools: readonly ToolSummary[] | undefined, text: string): readonly string[] {
  const [answer, setAnswer] = useState<RankingAnswer>();
  const worker = useRef<Worker>(undefined);
  const indexed = useRef<readonly ToolSummary[]>(undefined);
  const wanted = text.trim();
  useEffect(() => {
    if (tools === undefined || wanted === '') return;
    worker.current ??= new Worker(new URL('./tool-ranking.worker.ts', import.meta.url), { type: 'module' });
    worker.current.onmessage = ({ data }: MessageEvent<RankingAnswer>) => setAnswer(data);
    const ask = (request: RankingRequest) => worker.current?.postMessage(request);
    if (indexed.current !== tools) {
      indexed.current = tools;
      const findable = ({ id, name, title, verb, path, tag, tags, description }: ToolSummary) => ({
        ...{ id, name, title, verb, path, tag, tags, description },
      });
      ask({ tools: tools.map(findable) });
    }
    ask({ text: wanted });
  }, [tools, wanted]);
  useEffect(
    () => () => {
      worker.current?.terminate();
      worker.current = undefined;
    },
    [],
  );
  return answer?.text === wanted ? answer.best : NONE;
}
