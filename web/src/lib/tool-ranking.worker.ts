/** Ranks the tools of a list by a search, beside the page: the index of 20,000 tools takes a second. */
import { bestOf, type Findable, indexOf } from '../../../core/tools/find.ts';

/** A list that is to be searched from now on, or a search of the present one. */
export type RankingRequest = { readonly tools: readonly Findable[] } | { readonly text: string };
/** Ids, the best first. */
export interface RankingAnswer {
  readonly text: string;
  readonly best: readonly string[];
}

let index: ReturnType<typeof indexOf> | undefined;

globalThis.onmessage = ({ data }: MessageEvent<RankingRequest>) => {
  if ('tools' in data) {
    index = indexOf(data.tools);
    return;
  }
  const answer: RankingAnswer = { text: data.text, best: index ? bestOf(index, data.text) : [] };
  globalThis.postMessage(answer);
};
