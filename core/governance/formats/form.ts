/** Forms (application/x-www-form-urlencoded: `a=1&b=2`). The fields of a form are one object. */

import { decodePercent } from '../facts/percent.ts';
import { cutText } from './plainText.ts';
import { applyEdits, editsOf, type Members } from './positions.ts';
import type { Governed, Run } from './run.ts';

/** Governs a form: each value under its name, with the other fields as siblings. */
export function governForm(text: string, run: Run): Governed {
  const members: Members['members'] = [];
  let start = 0;
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=');
    const from = start + equals + 1;
    const end = start + pair.length;
    const range = { start: from, end, open: '', close: '', encode };
    // A value without a name is judged by its content.
    members.push({
      key: equals < 0 ? '' : decode(pair.slice(0, equals)),
      range: undefined,
      node: { value: decode(text.slice(from, end)), range },
    });
    start = end + 1;
  }
  return fitted(
    applyEdits(
      text,
      editsOf({ members }, (value) => run.walker().walk(value, run.tally)),
    ),
    run,
  );
}

function fitted(text: string, run: Run): Governed {
  const cut = cutText(text, run.maxBytes);
  return { text: cut.text, json: false, truncations: [], capped: cut.cut };
}

function decode(text: string): string {
  return decodePercent(text.replaceAll('+', ' '));
}

/** Percent-encodes a value, but leaves markers readable; they contain no character that would end a field. */
function encode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replace(/%5BREDACTED%3A[\w-]{1,80}(?:%3A[0-9a-z]{1,16})?%5D/g, decodeURIComponent);
}
