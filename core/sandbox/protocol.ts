/**
 * The messages between mcp-rpc and the sandbox: one request, answered by newline-separated JSON frames. The sandbox
 * sends `alive` frames while it waits for the upstream, so that either side notices that the other is gone, and `progress` frames where an
 * upstream tells of its own; exactly one other frame ends the exchange. Credentials are sent as KMS ciphertext only.
 */

import type { JsonObject, JsonValue } from '../lib/json/value.ts';
import type { BundleRef } from '../model/bundle.ts';
import type { PlaceholderKind } from '../model/governance/placeholderKinds.ts';
import type { RedactionReport, Truncation } from '../model/governance/report.ts';
import type { PrivateHosts } from '../model/server.ts';
import type { McpSaid } from '../model/tool.ts';
import type { AssertedPerson } from '../request/credential/oauth2/assertedPerson.ts';
import type { TokenRefusedCode } from '../request/errors.ts';
import type { Content } from '../response/content.ts';
import type { Continuation } from '../response/continuation/notice.ts';
import type { Progress } from '../response/progress.ts';
import type { CallTiming } from '../telemetry/trace/spans.ts';
import type { SandboxInspection } from './inspection.ts';
import type { SentFinding } from './sentArguments.ts';

/** A tool call, a check of a bundle (`probe`), or a request for an access token (`exchange`). */
export type SandboxRequest =
  | {
      readonly kind: 'call';
      readonly serverId: string;
      readonly bundle: BundleRef;
      readonly tool: string;
      readonly arguments: JsonObject;
      /**
       * The arguments as JSON text, when it has numbers that JSON.parse would change; the Lambda runtime parses the event
       * before the handler gets it. Parse it with `parseLossless`; `arguments` is empty then.
       */
      readonly argumentsText?: string;
      /** The upstream credential, sealed (aws/credentials.ts) for this server and the origin that the tool's requests go to. */
      readonly ciphertext?: string;
      /** The headers that are sealed beside it, for the same server and origin. */
      readonly sealedHeaders?: readonly string[];
      /** Names the call, which its caller can cancel under this name (aws/services/cancellations.ts). */
      readonly callId?: string;
      /** If the answer is cut, the outcome also has the whole answer, and its note says how to read on. */
      readonly continuation?: Continuation;
      /** Fields of a JSON answer that are wanted, as core/model/fieldPaths.ts reads them. */
      readonly fields?: readonly string[];
      /** Base64 of a key derived from the token. Placeholders are made and resolved only if it is given. */
      readonly tokenSecret?: string;
      /** Id of the connection token: an MCP server may keep in a session what one caller did, and no other is let into it. */
      readonly caller?: string;
      /** Further lines for the note after an answer that is no error. */
      readonly notes?: readonly string[];
      /** An MCP server may ask the person behind the client. */
      readonly mayAsk?: true;
      /** What the person has answered to its questions, with what it gave beside them. */
      readonly answered?: AnsweredQuestions;
      /** An MCP server is asked for progress, and what it tells comes in `progress` frames. */
      readonly isFollowed?: true;
      /** For OAuth 2: the access token of the call. */
      readonly tokens?: SealedTokens;
      /** Headers of W3C Trace Context for the upstream, where the owner passes them on. */
      readonly traceHeaders?: ReadonlyArray<readonly [string, string]>;
      /** Adds what the parts of the call took. */
      readonly isTimed?: true;
      /** Adds the request (credential masked) and an excerpt of the ungoverned answer, for trying out a tool. */
      readonly explain?: boolean;
    }
  | {
      readonly kind: 'probe';
      readonly serverId: string;
      readonly bundle: BundleRef;
      /** A credential to open as well, and the origin that it is sealed for. */
      readonly credential?: { readonly origin: string; readonly ciphertext: string };
    }
  | {
      /** Asks the token endpoint for an access token. Ends in a `tokens` or a `refused` frame. */
      readonly kind: 'exchange';
      readonly serverId: string;
      readonly bundle: BundleRef;
      /** The only origin that the credential and the token are sent to. */
      readonly origin: string;
      readonly ciphertext: string;
      /** Whose tokens these are (core/request/credential/oauth2/storedTokens.ts). */
      readonly holder: string;
      /** Who calls, where tokens are those of a person; the holder is then their account. */
      readonly person?: AssertedPerson;
      /** The previous tokens. A refresh token among them is used instead of the credential's own. */
      readonly sealed?: string;
      /** Number of the stored tokens. For one generation, the token endpoint is asked once only. */
      readonly generation: number;
      /** Milliseconds since 1970; after this the request must not be started, because another one may be. */
      readonly beginBefore: number;
      /** The answer of a person's consent, which is redeemed instead of a refresh token. */
      readonly consent?: ConsentAnswer;
    }
  | {
      /** Signs in with a credential that is not stored, and keeps nothing. Ends in a `ready` or a `refused` frame. */
      readonly kind: 'check';
      /** A new id for this check; no server has it. */
      readonly serverId: string;
      readonly origin: string;
      readonly ciphertext: string;
    }
  | {
      /** Reads what an MCP server lists. Reads no bundle. Ends in a `listing` or a `refused` frame. */
      readonly kind: 'list';
      /** The server that they are imported for, or a new id for a look before there is one. */
      readonly serverId: string;
      /** Its address. Nothing is sent to another origin, but for an access token to the token endpoint of the credential. */
      readonly url: string;
      /** The credential, sealed for this server id and the origin of the address. */
      readonly ciphertext?: string;
      /** For a credential for which a person signs in: the access token. */
      readonly tokens?: SealedTokens;
      /** Hosts in the owner's network, by origin. */
      readonly privateHosts?: PrivateHosts;
      /** Its resources and prompts too. */
      readonly withOthers?: true;
    }
  | {
      /** Reports on the process and its lock-down. Reads no bundle. Ends in an `inspection` frame. */
      readonly kind: 'inspect';
      readonly serverId: string;
    }
  | {
      /** Makes an authorization request, for a person to consent. Ends in a `consent` frame. */
      readonly kind: 'authorize';
      readonly serverId: string;
      readonly bundle: BundleRef;
      readonly origin: string;
      readonly ciphertext: string;
      /** The row in which `sealed` of the answer is stored. */
      readonly holder: string;
      readonly state: string;
      readonly redirectUri: string;
    };

/** An authorization response (RFC 6749, section 4.1.2; RFC 9207), with the sealed PendingConsent of its request. */
export interface ConsentAnswer {
  readonly holder: string;
  readonly sealed: string;
  readonly code: string;
  readonly iss?: string;
}

/** An access token and, if there is one, a refresh token, sealed for a credential and a holder (aws/credentials.ts). */
export interface SealedTokens {
  readonly holder: string;
  readonly sealed: string;
  /** Nothing better is at hand if the API refuses it: it was obtained for this call, or tokens are refused whatever they are. */
  readonly isLast?: true;
}

/** The governed result of a call. */
export interface CallOutcome {
  readonly content: readonly Content[];
  readonly isError: boolean;
  /** Stable code when isError (`upstream_status`, `upstream_timeout`, `argument_invalid`, `egress_refused`, …). */
  readonly errorCode?: string;
  /** HTTP status of the upstream; absent when it did not answer. */
  readonly status?: number;
  /** The answer is that of an approved host to which the upstream redirected, and which got no credential. */
  readonly isElsewhere?: true;
  readonly upstreamMs: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly redactions: RedactionReport;
  readonly truncations: readonly Truncation[];
  /** Arguments after redaction, for the audit entry. */
  readonly auditArguments: JsonValue;
  /** Lower-case hex SHA-256 of the governed content. */
  readonly digest: string;
  /** Locations in the arguments at which placeholders were replaced by their values. */
  readonly restored?: ReadonlyArray<{ readonly pointer: string; readonly kind: PlaceholderKind }>;
  /** What the arguments hold that looks secret, if the owner has them checked. */
  readonly findings?: readonly SentFinding[];
  /** The whole governed answer, when the content has only a part of it and the request has `continuation`. */
  readonly whole?: PackedAnswer;
  /** For a success, if the server declares output schemas, and of a resource or prompt: what the content consists of. */
  readonly parts?: AnswerParts;
  readonly explain?: JsonObject;
  /** With the code `input_required`. */
  readonly asked?: AskedQuestions;
  /** With `isTimed`. */
  readonly timing?: CallTiming;
}

/** What an MCP server asks before it answers (MCP 2026-07-28, multi round-trip requests): forms by key, their words governed. */
export interface AskedQuestions {
  readonly forms: Readonly<Record<string, JsonObject>>;
  readonly state?: string;
}

/** The answers to such questions by key. */
export interface AnsweredQuestions {
  readonly responses: JsonObject;
  readonly state?: string;
}

/** What the content blocks of a success consist of. */
export interface AnswerParts {
  /** Indices of the blocks with the API's body. */
  readonly body: readonly number[];
  /** Whether the body is one block of JSON. */
  readonly isJson: boolean;
  /** Lines with headers of the upstream. */
  readonly headers: readonly string[];
  /** Notes of the gateway. */
  readonly notices: readonly string[];
  /** Of a prompt: what each block of the body is, where the blocks have stayed apart. */
  readonly said?: readonly McpSaid[];
}

/** The whole governed answer of a call whose content was cut. */
export interface PackedAnswer {
  readonly json: boolean;
  /** Size of the text in bytes. */
  readonly size: number;
  /** Base64 of the text compressed with gzip. */
  readonly packed: string;
}

/** One line of the sandbox's answer. */
export type SandboxFrame =
  | { readonly frame: 'alive' }
  /** What an MCP server tells of its progress; its message is governed. */
  | ({ readonly frame: 'progress' } & Progress)
  /** `instance`: for `check`, as in a `tokens` frame. */
  | { readonly frame: 'ready'; readonly tools: number; readonly instance?: string }
  /** `isTokenRefused`: the upstream answered 401 to the access token. */
  | { readonly frame: 'result'; readonly outcome: CallOutcome; readonly isTokenRefused?: true }
  /** `until`: milliseconds since 1970 when to fetch the next token; absent: when the upstream refuses this one. */
  | {
      readonly frame: 'tokens';
      readonly sealed: string;
      readonly until?: number;
      /** For a consent: scopes that were requested and not granted. */
      readonly missingScopes?: readonly string[];
      /** For a consent: there is no refresh token. */
      readonly isFinal?: true;
      /** The origin at which the API of this account is, by the token endpoint, if it is not that of the credential. */
      readonly instance?: string;
    }
  /** Base64 of the compressed (gzip) JSON of an McpListing. */
  | { readonly frame: 'listing'; readonly packed: string }
  | { readonly frame: 'inspection'; readonly inspection: SandboxInspection }
  /** The URL for the person's browser, and the sealed PendingConsent that redeems the answer. */
  | { readonly frame: 'consent'; readonly url: string; readonly sealed: string }
  /** `isUnsure`: the request was sent but not answered, so a single-use refresh token may be used up. */
  | { readonly frame: 'refused'; readonly code: TokenRefusedCode; readonly isUnsure: boolean }
  | { readonly frame: 'fault'; readonly code: string; readonly message: string };
