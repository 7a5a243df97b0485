/** JSON lines: every line is a document; the lines themselves count as the items of one array (pointer ''). */
import type { JsonValue } from '../../json.ts';
import type { Governed, Run } from '../pipeline.ts';
import type { Truncation } from '../report.ts';
import { cutArrays } from '../truncate/tree.ts';
import { cutText } from './text.ts';

export function governLines(text: string, run: Run): Governed {
  const walker = run.walker();
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const kept = lines.length > run.maxItems ? lines.slice(0, run.maxItems) : lines;
  const truncations: Truncation[] =
    kept.length < lines.length
      ? [
          {
            pointer: '',
            total: lines.length,
            kept: kept.length,
            ...(run.options.truncatedInput ? { atLeast: true } : {}),
          },
        ]
      : [];
  const out = kept.map((line, index) => {
    let parsed: JsonValue;
    try {
      // RFC 7464 puts a record separator in front of each text.
      parsed = JSON.parse(line.replace(/^\u001e/, '')) as JsonValue;
    } catch {
      return String(walker.walk(line, run.tally));
    }
    const cut = cutArrays(parsed, run.maxItems);
    for (const truncation of cut.truncations)
      truncations.push({ ...truncation, pointer: `/${index}${truncation.pointer}` });
    return JSON.stringify(walker.walk(cut.value, run.tally));
  });
  const fitted = cutText(out.join('\n'), run.maxBytes);
  return { text: fitted.text, json: false, truncations, capped: fitted.cut };
}
