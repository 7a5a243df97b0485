/**
 * Sequences of JSON documents: JSON lines, and JSON text sequences (RFC 7464), whose documents may span lines. Each
 * document is governed separately, so its numbers keep their text. Together they count as the items of one array
 * (pointer ''). What is not JSON is governed as text.
 */

import type { Truncation } from '../../model/governance/report.ts';
import { governEmbeddedJson } from './embeddedJson.ts';
import { cutText } from './plainText.ts';
import type { Governed, Run } from './run.ts';

const RECORD_SEPARATOR = '\u001e';

type Json = (bytes: Uint8Array, run: Run) => Governed | undefined;

/** @param governJson governs one document; undefined when the text is not JSON */
export function governJsonSequence(text: string, run: Run, governJson: Json): Governed {
  const isRecords = text.trimStart().startsWith(RECORD_SEPARATOR);
  const documents = (isRecords ? text.split(RECORD_SEPARATOR) : text.split(/\r?\n/)).filter((one) => one.trim() !== '');
  const kept = documents.length > run.maxItems ? documents.slice(0, run.maxItems) : documents;
  const isCut = run.options.truncatedInput === true;
  const truncations: Truncation[] =
    kept.length < documents.length
      ? [{ pointer: '', total: documents.length, kept: kept.length, ...(isCut ? { atLeast: true } : {}) }]
      : [];
  // Only the last document can be cut at the read cap.
  const whole: Run = { ...run, options: {} };
  let capped = false;
  const out = kept.map((document, index) => {
    const own = isCut && index === documents.length - 1 ? run : whole;
    const governed = governJson(Buffer.from(document), own) ?? governEmbeddedJson(document.trim(), own, governJson);
    capped ||= governed.capped;
    for (const cut of governed.truncations) truncations.push({ ...cut, pointer: `/${index}${cut.pointer}` });
    return governed.text;
  });
  const fitted = cutText(out.join('\n'), run.maxBytes);
  return { text: fitted.text, json: false, isSequence: true, truncations, capped: capped || fitted.cut };
}
