/**
 * Connects the protocol with the server's tools for one POST: each call is selected by its name, made cancellable if its client posts
 * cancellations, and run by call/stages.ts. Collects for the audit trail which messages called a tool and which named an unknown one.
 */

import { loadTool } from '../../aws/services/bundles.ts';
import { chooseTool } from '../../core/mcp/actions.ts';
import { type CallRequest, type CallResult, shownResult } from '../../core/mcp/call.ts';
import type { Chosen, ChosenTool } from '../../core/mcp/chosen.ts';
import type { Hosted } from '../../core/mcp/exchange.ts';
import type { Listing } from '../../core/mcp/listing.ts';
import { type Described, MODERN } from '../../core/mcp/protocol.ts';
import { type WholeTools, wholeTools } from '../../core/mcp/wholeTools.ts';
import type { Bundle } from '../../core/model/bundle.ts';
import { type Admission, isStillAdmitted } from '../shared/admission.ts';
import { standaloneStreams } from '../shared/settings.ts';
import { nextTurn } from '../shared/turns.ts';
import { followingOf, longCall } from './call/long.ts';
import { callMember } from './call/member.ts';
import { readMore } from './call/readMore.ts';
import type { CallContext } from './call/stage.ts';
import { callTool } from './call/stages.ts';
import { tasksOf } from './call/tasks.ts';
import { whileCancellable } from './cancel.ts';
import type { ChangeStream } from './listen.ts';
import type { Arrival } from './trail/requestTrace.ts';

/** What the tools of one POST are called with. */
export interface HostingContext {
  readonly admission: Admission;
  /** When the POST came in, for traces. */
  readonly arrived?: Arrival;
  readonly bundle: Bundle;
  readonly listing: Listing;
  readonly messages: readonly Described[];
  /** The description to use for a call whose message is not listed. */
  readonly first: Described;
  /** Channel for cancellations of this client; undefined when it has none. */
  readonly channel: string | undefined;
  readonly changes: ChangeStream | undefined;
  /** Collects work that the function waits for even if the client has disconnected. */
  readonly afterwards: Promise<void>[];
}

/** The tools, and the outcome of the calls so far. */
export interface Hosting {
  readonly hosted: Hosted;
  /** Ids of the messages that called a tool. */
  readonly called: ReadonlySet<string | number>;
  /** Calls that named no known tool, by message id, with the error code of the group if one answered. */
  readonly unmet: ReadonlyMap<string | number, { readonly call: CallRequest; readonly errorCode?: string }>;
  /** The seconds after which to try again, if a call was not made because of a limit or because too many are running. */
  retryAfter(): number | undefined;
}

/** Creates the tools for one POST. */
export function hostTools(context: HostingContext): Hosting {
  const { admission, arrived, bundle, listing, messages, first, channel, changes, afterwards } = context;
  const { token, sessionId } = admission;
  const called = new Set<string | number>();
  const unmet = new Map<string | number, { readonly call: CallRequest; readonly errorCode?: string }>();
  let retryAfter: number | undefined;
  const onRetryLater = (seconds: number) => {
    retryAfter = Math.max(retryAfter ?? 0, seconds);
  };
  const callHosted = (call: CallRequest, whole?: WholeTools): Promise<CallResult> => {
    const chosen: Chosen = call.reads
      ? { kind: 'tool', tool: call.reads, call, faults: [] }
      : chooseTool(listing, call, whole);
    if (chosen.kind === 'answer') {
      const { result, errorCode } = chosen;
      if (errorCode !== undefined) unmet.set(call.id, { call, errorCode });
      return Promise.resolve(shownResult(result));
    }
    called.add(call.id);
    const described = messages.find(({ id }) => id === call.id) ?? first;
    const isStillOpen = () => isStillAdmitted(admission);
    const { readingTool, byName: readable } = listing;
    const made: CallContext = {
      ...admission,
      arrival: arrived,
      bundle,
      described,
      readingTool: bundle.governance.holdAnswers ? readingTool : undefined,
      hasLong: listing.hasLong,
      readable,
      onRetryLater,
      isStillOpen,
    };
    const callChosen = (one: ChosenTool): Promise<CallResult> => {
      const following = listing.hasLong ? followingOf(one) : undefined;
      const make = one.tool.member ? callMember : callTool;
      return following === undefined
        ? make(made, one)
        : longCall(made, one, { following, make, afterwards, readingTool });
    };
    const run = async (running: CallRequest) => {
      // Checking arguments may take a quarter of a second, and a batch may have a hundred calls: other requests are served in between.
      if (messages.length > 1) await nextTurn();
      const result = await (chosen.kind === 'more'
        ? readMore(made, running)
        : callChosen({ ...chosen, call: running }));
      return chosen.kind === 'tool' && !result.isError && !result.inputRequired ? result : shownResult(result);
    };
    const running =
      channel === undefined || described.era === MODERN
        ? run(chosen.call)
        : whileCancellable(token.tokenHash, channel, chosen.call, run);
    // The client may disconnect before the call has ended and its entry is written.
    afterwards.push(running.then(noMore, noMore));
    return running;
  };
  const callInParts = async (call: CallRequest, preparing: Promise<void> | undefined) => {
    await preparing;
    return callHosted(call, await wholeTools(listing, call, (name) => loadTool(bundle, admission.server.bundle, name)));
  };
  const hosted: Hosted = {
    listing,
    changes,
    // Whoever knows a task asks for it also after the last tool was unmarked.
    ...((listing.hasLong || messages.some(isOfTasks)) && { tasks: tasksOf(admission) }),
    hasLegacyStream: sessionId !== undefined || standaloneStreams,
    callTool: (call) => {
      const preparing = listing.search?.names.has(call.name) ? listing.search.prepare() : undefined;
      if (bundle.parts && !call.reads) return callInParts(call, preparing);
      return preparing ? preparing.then(() => callHosted(call)) : callHosted(call);
    },
    unknownTool: (call) => void unmet.set(call.id, { call }),
  };
  return { hosted, called, unmet, retryAfter: () => retryAfter };
}

const noMore = () => {};
const isOfTasks = ({ method }: Described) => method.startsWith('tasks/');
