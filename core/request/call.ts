/**
 * The wire format between mcp-rpc and the sandbox: one call in, newline-separated JSON frames out. The sandbox sends
 * `alive` frames while the upstream works, so that progress can be reported and both sides notice a dead peer; exactly
 * one other frame ends the exchange. Credentials travel as KMS ciphertext only.
 */
import type { Continuation } from '../continuation/notice.ts';
import type { RedactionReport, Truncation } from '../governance/report.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import type { PlaceholderKind } from '../placeholders/kinds.ts';
import type { TokenRefusedCode } from './errors.ts';

/** Names one sealed bundle: digest and MAC are both verified before a byte of it is believed. */
export interface BundleRef {
  /** Lower-case hex SHA-256 of the canonical JSON. */
  readonly id: string;
  /** Base64 of the KMS HMAC over the id. */
  readonly mac: string;
}

/** A call, or a probe that checks a bundle and perhaps a credential. */
export type SandboxRequest =
  | {
      readonly kind: 'call';
      readonly serverId: string;
      readonly bundle: BundleRef;
      readonly tool: string;
      readonly arguments: JsonObject;
      /**
       * JSON text of the same arguments, present when it holds numbers that JSON.parse would round or rewrite (the Lambda
       * runtime parses the event before the handler sees it). Read it with `parseLossless`; `arguments` is empty then.
       */
      readonly argumentsText?: string;
      /** The upstream credential, sealed (aws/credentials.ts) for this server and the origin that the tool's requests go to. */
      readonly ciphertext?: string;
      /** A cut answer comes with the whole of it, and its note says how this reads on. */
      readonly continuation?: Continuation;
      /** Base64 of what follows from the token for placeholders; they are made and opened only where it is there. */
      readonly tokenSecret?: string;
      /** Further lines for the gateway's note behind an answer that is no error. */
      readonly notes?: readonly string[];
      /** For OAuth 2: what the call is made with. */
      readonly tokens?: SealedTokens;
      /** Adds what `try` shows: the composed request (credential masked) and the raw, ungoverned excerpt. */
      readonly explain?: boolean;
    }
  | {
      readonly kind: 'probe';
      readonly serverId: string;
      readonly bundle: BundleRef;
      /** One to open as well, for the origin that it is sealed for. */
      readonly credential?: { readonly origin: string; readonly ciphertext: string };
    }
  | {
      /** Asks the token endpoint for an access token. Ends in a `tokens` or a `refused` frame. */
      readonly kind: 'exchange';
      readonly serverId: string;
      readonly bundle: BundleRef;
      /** Where the credential, and the token, may go. */
      readonly origin: string;
      readonly ciphertext: string;
      /** Whose tokens these are (core/request/credential/oauth2/storedTokens.ts). */
      readonly holder: string;
      /** The tokens that are replaced: a refresh token in them goes before the credential's own. */
      readonly sealed?: string;
      /** Counts the tokens that were stored. The same generation is exchanged once, whoever asks again. */
      readonly generation: number;
      /** Milliseconds since 1970; from then on somebody else may ask. */
      readonly beginBefore: number;
    };

/** An access token, and a refresh token where there is one, sealed for a credential and a holder (aws/credentials.ts). */
export interface SealedTokens {
  readonly holder: string;
  readonly sealed: string;
}

/** MCP content blocks that an answer can consist of (MCP 2025-11-25, server/tools). */
export type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource';
      readonly resource: { readonly uri: string; readonly mimeType: string; readonly blob: string };
    };

/** What a call gives back, governed. */
export interface CallOutcome {
  readonly content: readonly Content[];
  readonly isError: boolean;
  /** Stable code when isError (`upstream_status`, `upstream_timeout`, `argument_invalid`, `egress_refused`, …). */
  readonly errorCode?: string;
  /** HTTP status of the upstream, when it answered. */
  readonly status?: number;
  readonly upstreamMs: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly redactions: RedactionReport;
  readonly truncations: readonly Truncation[];
  /** Arguments after redaction, for the audit entry. */
  readonly auditArguments: JsonValue;
  /** Lower-case hex SHA-256 of the governed content. */
  readonly digest: string;
  /** Where placeholders among the arguments became values. */
  readonly restored?: ReadonlyArray<{ readonly pointer: string; readonly kind: PlaceholderKind }>;
  /** The whole governed answer where the content holds a part of it, and a continuation was offered. */
  readonly whole?: PackedAnswer;
  readonly explain?: JsonObject;
}

/** The governed whole of an answer that was cut. */
export interface PackedAnswer {
  readonly json: boolean;
  /** Bytes of its text. */
  readonly size: number;
  /** Base64 of the text's gzip. */
  readonly packed: string;
}

/** One line of the answer. */
export type SandboxFrame =
  | { readonly frame: 'alive' }
  | { readonly frame: 'ready'; readonly tools: number }
  /** `isTokenRefused`: the upstream answered 401 to the access token. */
  | { readonly frame: 'result'; readonly outcome: CallOutcome; readonly isTokenRefused?: true }
  /** `until`: milliseconds since 1970, to fetch the next one from then on; absent while the token is not refused. */
  | { readonly frame: 'tokens'; readonly sealed: string; readonly until?: number }
  /** `isUnsure`: the request was sent and no answer came, so a single-use refresh token may be spent. */
  | { readonly frame: 'refused'; readonly code: TokenRefusedCode; readonly isUnsure: boolean }
  | { readonly frame: 'fault'; readonly code: string; readonly message: string };
