/**
 * What the records in a tool's answers are about, by its path: `/users/{id}` answers a person, `/zones` do not; of an MCP server's tool,
 * which has no path, by its name. Says nothing where these do not, so that the fields decide alone.
 */
import { readKey } from '../governance/fieldName/readName.ts';
import { isNamedThing } from '../governance/fieldName/roles.ts';
import type { AnswerMarks, Subject } from '../model/governance/marked.ts';
import type { ToolDraft } from '../model/tool.ts';

/** Last segments that name an action or a selection and not a resource: `/users/search`, `users.list`. */
const ACTION =
  /^(?:search|list|find|query|lookup|filter|batch|bulk|all|get|fetch|show|info|read|view|export|enrich|retrieve|current|self|active|recent|created|modified|popular|featured|trending|archived|deleted|create|add|new|update|edit|invite|import|upsert|merge|nearby|here|discover|explore|browse|start|stop|restart|open|close|cancel|approve|reject|enable|disable|lock|unlock|archive|restore|suspend|activate|send|verify|run|by[_-].*)$/i;
/** `/groups/ByContact/{id}` answers groups. */
const BY = /^[Bb]y[A-Z]/;
const isAction = (segment: string): boolean => ACTION.test(segment) || BY.test(segment);
const OWN = /^(?:me|whoami|userinfo|currentuser)$/i;
/** `/ws/{cep}/json` answers the streets and the town of a postal code. */
const BY_POSTAL_CODE = /\{(?:zip|post(?:al)?|cep|plz)[ _-]?(?:code)?\}(?:\/(?:json|xml))?\/?$/i;
const NOISE = /^(?:api|rest|v?\d+(?:\.\d+)*(?:beta|alpha)?\d*|json|public|admin|internal)$/i;

/** The subject; undefined where the path, or the name of an MCP server's tool, names none. */
export function answerSubject({ path, tags, mcp }: Pick<ToolDraft, 'path' | 'tags' | 'mcp'>): Subject | undefined {
  if (mcp) return subjectOfName(mcp.tool);
  const [plain = ''] = path.split(/[?#]/, 1);
  const segments = plain
    .split('/')
    .filter((segment) => segment !== '' && !segment.includes('{'))
    .flatMap((segment) => segment.replace(/\.(?:json|xml|php)$/i, '').split(/[.:]/))
    .filter((segment) => segment !== '' && !NOISE.test(segment));
  while (segments.length > 0 && isAction(segments.at(-1) ?? '')) segments.pop();
  const last = segments.at(-1);
  const byCode = BY_POSTAL_CODE.test(plain) ? 'place' : undefined;
  if (last !== undefined) {
    // `/~ann`: the page of a person, or of a team.
    if (last.startsWith('~')) return 'weak';
    return OWN.test(last) ? 'person' : (subjectOf(last) ?? byCode);
  }
  if (byCode !== undefined) return byCode;
  // Nothing but an action: the tag is a hint.
  const byTag = tags[0] === undefined ? undefined : subjectOf(tags[0]);
  return byTag === 'person' ? 'weak' : byTag;
}

/** `find_customer`, `contacts-search`, `slack_listUsers`, `get_user_by_email`: what stands between the verbs and the first `by`. */
function subjectOfName(name: string): Subject | undefined {
  const words = wordsOf(name);
  const end = words.findIndex((word, at) => at > 0 && PREPOSITION.test(word));
  const about = end < 0 ? words : words.slice(0, end);
  while (about.length > 0 && isAction(about.at(-1) ?? '')) about.pop();
  const subject = about.slice(about.findLastIndex(isAction) + 1).join('_');
  if (subject === '') return undefined;
  return OWN.test(subject.replaceAll('_', '')) ? 'person' : subjectOf(subject);
}

/** Names of tools are in one case or another, with any sign between words (MCP 2025-11-25, server/tools). */
const wordsOf = (name: string): string[] =>
  name
    .slice(0, MAX_NAME)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '' && !NOISE.test(word));
const MAX_NAME = 128;
const PREPOSITION = /^(?:by|for|from|in|to|with|via|on|at|where|using|matching)$/;

/** What the tool's response schema says about its answers, or else its path. */
export function describedOf(tool: Pick<ToolDraft, 'path' | 'tags' | 'described' | 'mcp'>): AnswerMarks | undefined {
  const { described } = tool;
  const about = described?.about ?? answerSubject(tool);
  const known = about === undefined ? described : { ...described, about };
  const isSignIn = SIGN_IN.test(tool.path) || (tool.mcp && SIGN_IN.test(`/${wordsOf(tool.mcp.tool).join('/')}`));
  return isSignIn ? { ...known, fields: { ...SESSION_FIELDS, ...known?.fields } } : known;
}

/** Operations that answer the session that they open. Whoever knows its id acts as the user. */
const SIGN_IN = /\/(?:log[-_]?[io]n|log[-_]?on|sign[-_]?in|authenticate)(?:\.\w+)?\/?(?:[?#].*)?$/i;
const SESSION_FIELDS: Readonly<Record<string, string>> = Object.fromEntries(
  ['', 'data.', 'result.', 'response.'].flatMap((above) =>
    ['session.id', 'session_id', 'sessionId', 'sessionID', 'SessionId', 'sid'].map((field) => [
      above + field,
      'secret',
    ]),
  ),
);

/** Places of business, and what an organisation has. */
const PLACES =
  /^(?:places?|locations?|venues?|facilit(?:y|ies)|warehouses?|streets?|roads?|geocod(?:e|er|ing)|reversegeocod(?:e|ing)|chargers?|(?:charge|charging)-?(?:points?|stations?)|pois?|ceps?|plz|post(?:al)?codes?|zip(?:code)?s?)$/i;
const THINGS = /^(?:zones?|domains?|boards?|channels?|repos)$/i;
/** A person's, a company's, or one at a bank. */
const ACCOUNT = /accounts?$/i;

function subjectOf(name: string): Subject | undefined {
  if (ACCOUNT.test(name)) return undefined;
  if (PLACES.test(name)) return 'place';
  if (THINGS.test(name)) return 'organisation';
  const info = readKey(name.slice(0, 60));
  if (info.role === 'none' || info.role === 'neutral') return isNamedThing(info) ? 'organisation' : undefined;
  return info.role;
}
