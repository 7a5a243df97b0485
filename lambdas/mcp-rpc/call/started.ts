/**
 * The arguments in the entry of a call that begins, so that the trail shows what a call did that never returned. They are redacted here,
 * with the same sealed settings as in the sandbox, because this entry is written before the sandbox is called.
 */

import { writeAudit, writeAuditOnce } from '../../../aws/audit.ts';
import { logFailure } from '../../../aws/lib/log.ts';
import { emit } from '../../../aws/lib/metrics.ts';
import { entryOnce, newEntry } from '../../../core/audit/entry.ts';
import type { Governor } from '../../../core/governance/index.ts';
import { sha256 } from '../../../core/lib/json/canonical.ts';
import type { JsonObject } from '../../../core/lib/json/value.ts';
import type { Bundle } from '../../../core/model/bundle.ts';
import type { ToolRedaction } from '../../../core/model/governance/marked.ts';
import { trailsOf } from '../trail/toolsets.ts';
import { usedUp } from './elicit.ts';
import { failure } from './finished.ts';
import { writeEntry } from './record.ts';
import type { Stage } from './stage.ts';

/** Maximum characters that are redacted here: other requests wait meanwhile, and the owner's patterns multiply the work. */
const REDACTED = 64 * 1024;
const REDACTED_BY_PATTERNS = 8 * 1024;

/** Redacted arguments for the entry of a call that begins. */
export interface StartedArguments {
  /** JSON text after redaction; for longer arguments only their length. */
  readonly arguments: string;
  /** Lower-case hex SHA-256 of the redacted text; absent when nothing was redacted. */
  readonly argumentsDigest?: string;
}

/**
 * @param redaction of the tool, where it is not the server's
 * @param length characters of the arguments as JSON
 */
export async function startedArguments(
  bundle: Bundle,
  redaction: OwnRedaction,
  args: JsonObject,
  length: number,
): Promise<StartedArguments> {
  const most = bundle.governance.customPatterns.length > 0 ? REDACTED_BY_PATTERNS : REDACTED;
  if (length > most) return { arguments: JSON.stringify({ tooLong: length }) };
  try {
    const text = JSON.stringify((await loadedGovernor(bundle, redaction)).redact(args, args));
    return { arguments: text, argumentsDigest: sha256(text) };
  } catch (error) {
    logFailure('starting_arguments_not_redacted', error);
    return { arguments: JSON.stringify({ withheld: 'not redacted' }) };
  }
}

/** What a tool has of its own that concerns arguments. */
type OwnRedaction = Pick<ToolRedaction, 'mode' | 'prose'> | undefined;

const governors = new WeakMap<Bundle, Map<string, Governor>>();

/** Loaded with the first call that may change something, because reading needs none of it. */
async function loadedGovernor(bundle: Bundle, { mode, prose }: OwnRedaction = {}): Promise<Governor> {
  const known = governors.get(bundle) ?? new Map<string, Governor>();
  governors.set(bundle, known);
  const key = `${mode ?? ''} ${prose ?? ''}`;
  let governor = known.get(key);
  if (!governor) {
    const { enginesFor, governorOf } = await import('../../../core/tools/bundle/governor.ts');
    const own = { ...(mode !== undefined && { mode }), ...(prose !== undefined && { prose }) };
    governor = governorOf(bundle, await enginesFor(bundle, prose), own);
    known.set(key, governor);
  }
  return governor;
}

/** Records that a call which may change something begins, before the API is reached. */
export const startStage: Stage = {
  name: 'start',
  does: 'records that the call begins; a confirmation is used up by it',
  refuses: ['audit_unavailable', 'confirmation_used'],
  when: 'the tool may change something',
  spans: ['audit'],
  isUsed: ({ chosen: { tool } }) => !tool.annotations.readOnlyHint,
  async run(call, next) {
    const { context, chosen, head, text, request, confirmation, tracing } = call;
    const { tool } = chosen;
    try {
      const begun = await startedArguments(context.bundle, tool.redaction, request.plainArguments, text.length);
      const entry = { ...head, ...begun, kind: 'call-started' } as const;
      if (!confirmation) await writeEntry(call, newEntry(entry));
      else {
        const once = entryOnce(entry, confirmation.at, confirmation.id);
        const [own = once, ofToolset] = trailsOf(context, once, tool) ?? [];
        if (!(await writeAuditOnce(own))) return { ...usedUp(tool.name), isEntered: true };
        if (ofToolset) await writeAudit(ofToolset);
      }
    } catch (error) {
      logFailure('starting_call_not_entered', error);
      emit({ Calls: 1, Errors: 1 }, [{}, { Code: 'audit_unavailable' }]);
      tracing.trace?.end({ serverId: head.serverId, outcome: 'error', errorCode: 'audit_unavailable' });
      const message = 'The call was not made: it could not be recorded in the audit log. Try again.';
      return { ...failure('audit_unavailable', message), isEntered: true };
    }
    return next();
  },
};
