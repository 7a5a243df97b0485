/** The result as a table for the terminal, and as one HTML file that needs nothing else. */
import { printable } from '../cli/table.ts';
import type { Result, Status } from './installation/check.ts';

/** What the results are about. */
export interface Subject {
  readonly url: string;
  readonly upstream: string;
  readonly isLocal: boolean;
  readonly at: Date;
}

const LABELS: Readonly<Record<Status, string>> = {
  pass: 'pass',
  fail: 'FAIL',
  'only-on-aws': 'only on AWS',
  'not-run': 'not run',
};
const ORDER: readonly Status[] = ['fail', 'not-run', 'only-on-aws', 'pass'];

/** The number of results with each status, such as `17 pass, 2 only on AWS`. */
export function summary(results: readonly Result[]): string {
  return ORDER.toReversed()
    .map((status) => [results.filter((result) => result.status === status).length, LABELS[status]] as const)
    .filter(([count]) => count > 0)
    .map(([count, label]) => `${count} ${label}`)
    .join(', ');
}

/** One line of the table. */
export const lineOf = ({ status, check, finding }: Result): string =>
  printable(`${LABELS[status].padEnd(12)} ${check.title.padEnd(58)} ${finding.measured}`);

/** Lines below the table: what to do about each failure, and what is left to be answered on AWS. */
export function advice(results: readonly Result[]): string[] {
  const failed = results.filter(({ status }) => status === 'fail');
  const open = results.filter(({ status }) => status === 'only-on-aws');
  return [
    ...failed.flatMap(({ check, finding }) => [
      `FAIL ${check.id}: ${finding.measured}`,
      `     ${check.todo}`,
      ...(finding.details ?? []).filter((line) => line.startsWith('NOT')).map((line) => `     ${line}`),
    ]),
    ...(open.length > 0 ? ['Only AWS can answer:'] : []),
    ...open.map(({ check }) => `  ${check.id}: ${check.onlyOnAws}`),
  ].map(printable);
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (each) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[each] ?? each);

/** The page. It contains no script and loads nothing. */
export function page(results: readonly Result[], { url, upstream, isLocal, at }: Subject): string {
  const rows = results.map(({ check, status, finding, ms }) => {
    const lines = [
      `<p>${escaped(check.why)}</p>`,
      ...(status === 'fail' || status === 'not-run' ? [`<p><b>What to do:</b> ${escaped(check.todo)}</p>`] : []),
      ...(status === 'only-on-aws' ? [`<p><b>Only AWS can answer:</b> ${escaped(check.onlyOnAws ?? '')}</p>`] : []),
      ...(finding.details ? [`<ul>${finding.details.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`] : []),
    ];
    return `<tr><td><span class="${status}">${LABELS[status]}</span></td><td><details${status === 'fail' ? ' open' : ''}><summary>${escaped(check.title)}</summary>${lines.join('')}<p><code>${escaped(check.id)}</code></p></details></td><td>${escaped(finding.measured)}</td><td class="time">${(ms / 1_000).toFixed(1)} s</td></tr>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Portcullis: ${escaped(summary(results))}</title>
<style>
:root { color-scheme: light dark; --line: #c6c6cd; --pass: #00802f; --fail: #d91515; --open: #8d6605; }
@media (prefers-color-scheme: dark) { :root { --line: #424650; --pass: #2bb534; --fail: #ff7a7a; --open: #fbd332; } }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .5rem .6rem; border-bottom: 1px solid var(--line); }
td span { font-weight: 600; white-space: nowrap; }
.pass { color: var(--pass); } .fail { color: var(--fail); } .only-on-aws, .not-run { color: var(--open); }
.time { white-space: nowrap; text-align: right; }
summary { cursor: pointer; } details p { margin: .4rem 0; } code { overflow-wrap: anywhere; }
td:nth-child(3) { overflow-wrap: anywhere; }
@media (max-width: 40rem) {
  thead { display: none; }
  tr { display: block; border-bottom: 1px solid var(--line); padding: .5rem 0; }
  td { display: block; border: 0; padding: .15rem 0; text-align: left; }
}
</style>
<h1>${escaped(summary(results))}</h1>
<p>${escaped(url)}${isLocal ? ', a local stack' : ''}. The API behind the test servers: ${escaped(upstream)}. ${escaped(at.toISOString())}.</p>
<table>
<thead><tr><th>Result</th><th>Check</th><th>Measured</th><th>Took</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</html>
`;
}
