/**
 * What the records in a tool's answers are about, by its path: `/users/{id}` answers a person, `/zones` do not. Says
 * nothing where the path does not, so that the fields decide alone.
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

/** The subject; undefined where the path names none. */
export function answerSubject({ path, tags }: Pick<ToolDraft, 'path' | 'tags'>): Subject | undefined {
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

/** What the tool's response schema says about its answers, or else its path. */
export function describedOf(tool: Pick<ToolDraft, 'path' | 'tags' | 'described'>): AnswerMarks | undefined {
  const { described } = tool;
  const about = described?.about ?? answerSubject(tool);
  const known = about === undefined ? described : { ...described, about };
  return SIGN_IN.test(tool.path) ? { ...known, fields: { ...SESSION_FIELDS, ...known?.fields } } : known;
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
