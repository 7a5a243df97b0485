/**
 * The description check of a server's tools, page by page. It judges what clients see: enabled tools on approved hosts. An instance keeps the
 * check of the server that it has judged last, and judges again when a tool has changed.
 */
import { listToolsAgain, type ReadTools } from '../../../aws/tables/tools.ts';
import type { QueryOf } from '../../../core/api/routes/index.ts';
import type { CheckFinding, ComparedChecks } from '../../../core/api/toolCheck.ts';
import { visibleText } from '../../../core/lib/visible.ts';
import { unapprovedOrigin } from '../../../core/model/hosts.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import type { Tool } from '../../../core/model/tool.ts';
import { type Check, checkTools, type Finding, suggestionOf } from '../../../core/tools/check/check.ts';
import { comparedChecks } from '../../../core/tools/check/compare.ts';
import { RULES } from '../../../core/tools/check/rules.ts';
import type { HandlersOf } from '../http/request.ts';
import { knownServer } from '../serverRow/load.ts';
import { type Making, preparedOf } from '../serverRow/prepared.ts';

const PAGE = 100;

const lastRead: ReadTools = new Map();
let last: { readonly tools: readonly Tool[]; readonly check: Check } | undefined;

/** Handler of `checkTools`. */
export const checks: HandlersOf<'checkTools'> = {
  checkTools: async ({ params, query }) => preparedOf('checkTools', await knownServer(params.id), { query }, makeCheck),
};

/** The answer of `checkTools`. */
export async function makeCheck(server: ServerRow, { query, tell }: Making<QueryOf<'checkTools'>>) {
  const tools = judgedTools(await listToolsAgain(server.serverId, lastRead), server);
  await tell(1);
  const check = checkOf(tools);
  const { rule, tool, after, limit = PAGE } = query;
  const wanted = check.findings.filter(
    (finding) =>
      (rule === undefined || finding.rule.id === rule) && (tool === undefined || finding.judged.tool.toolId === tool),
  );
  const from = after === undefined ? 0 : wanted.findIndex((finding) => isBehind(finding, after));
  const rest = from < 0 ? [] : wanted.slice(from);
  const page = rest.slice(0, limit);
  return {
    score: check.score,
    tools: tools.length,
    rules: countsOf(check),
    items: page.map((finding) => view(finding, check)),
    ...(rest.length > page.length && { next: placeOf(page.at(-1) as Finding) }),
  };
}

/** The tools that clients see. */
export const judgedTools = (rows: readonly Tool[], server: Pick<ServerRow, 'baseUrl' | 'hosts'>): Tool[] =>
  rows.filter((tool) => tool.enabled && unapprovedOrigin(tool, server) === undefined);

/** Findings of each kind that the look before a re-import lists. */
const LISTED = 50;

/** What a change of the tools does to the findings. */
export function checksAfter(before: readonly Tool[], after: readonly Tool[]): ComparedChecks {
  const compared = comparedChecks(checkTools(before), checkTools(after));
  const listed = (change: 'added' | 'mended') =>
    compared[change].slice(0, LISTED).map(({ rule: { id, severity, says }, judged, place }) => ({
      change,
      rule: id,
      severity,
      says,
      tool: judged.tool.name,
      at: place.at,
      text: visibleText(place.text),
    }));
  return {
    score: { before: compared.before, after: compared.after },
    added: compared.added.length,
    mended: compared.mended.length,
    items: [...listed('added'), ...listed('mended')],
  };
}

function checkOf(tools: readonly Tool[]): Check {
  const isSame = last?.tools.length === tools.length && last.tools.every((tool, at) => tool === tools[at]);
  if (!last || !isSame) last = { tools, check: checkTools(tools) };
  return last.check;
}

function countsOf({ findings }: Check) {
  const byRule = new Map(RULES.map((rule) => [rule, { findings: 0, tools: new Set<string>() }]));
  for (const { rule, judged } of findings) {
    const counted = byRule.get(rule);
    if (!counted) continue;
    counted.findings++;
    counted.tools.add(judged.tool.toolId);
  }
  return [...byRule].map(([{ id, severity, says, source }, counted]) => ({
    id,
    severity,
    says,
    source,
    findings: counted.findings,
    tools: counted.tools.size,
  }));
}

function view(finding: Finding, { scores, among }: Check): CheckFinding {
  const { rule, judged, place } = finding;
  const { toolId, name } = judged.tool;
  const suggestion = suggestionOf(finding, among);
  return {
    rule: rule.id,
    tool: { id: toolId, name, score: Math.round(scores.get(toolId) ?? 0) },
    at: place.at,
    text: visibleText(place.text),
    ...(place.also && { also: [...place.also] }),
    ...(suggestion !== undefined && { suggestion }),
  };
}

/** The texts of a tool itself, in the order of its findings; those of its arguments come behind. */
const OWN_TEXTS = ['/name', '/title', '/description'];

/** The number of the text that a finding is about, in its tool. */
const numberOf = ({ judged, place: { at, argument } }: Finding): number =>
  argument ? OWN_TEXTS.length + judged.arguments.indexOf(argument) : OWN_TEXTS.indexOf(at);

/** Where a page ends: findings stand by rule, then by tool, and a tool's as its texts stand. By number, because a name may be long. */
const placeOf = (finding: Finding): string => `${finding.rule.id} ${finding.judged.tool.toolId} ${numberOf(finding)}`;

/** Whether a finding comes after the place; one that is mended meanwhile is passed over with the others of its tool that were before it. */
function isBehind(finding: Finding, after: string): boolean {
  const [rule = '', toolId = '', number = ''] = after.split(' ');
  const rank = (id: string) => RULES.findIndex((one) => one.id === id);
  const [own, theirs] = [rank(finding.rule.id), rank(rule)];
  if (own !== theirs) return own > theirs;
  const { tool } = finding.judged;
  return tool.toolId === toolId ? numberOf(finding) > Number(number) : tool.toolId > toolId;
}
