/**
 * The types of the guarded HTTP client, the only code that connects to hosts outside AWS. Used by the sandbox (for one
 * origin), the spec reader (any public https host, GET only) and the command line.
 */

import type { AnswerHeaders } from '../core/response/headers.ts';

/** A pinned address (pins.ts), for the local stack and the command line only. */
export interface PinnedAddress {
  readonly host: string;
  readonly port: number;
  readonly address: string;
  readonly addressPort: number;
}

/** A host of the owner's network: all its addresses must lie in these CIDR blocks, where other hosts must have public ones. */
export interface PrivateHost {
  readonly host: string;
  readonly ranges: readonly string[];
}

/** What a client may connect to, and its limits. Times are in milliseconds. */
export interface EgressOptions {
  /** The only host and port it may connect to; unset: any public https host. */
  readonly only?: { readonly host: string; readonly port: number };
  readonly methods?: readonly string[];
  readonly connectMs?: number;
  /** Time until the header section of the response is complete. */
  readonly headersMs?: number;
  /** Time for the whole exchange, including redirects and the body. */
  readonly totalMs?: number;
  readonly maxRedirects?: number;
  readonly maxHeaderBytes?: number;
  /** Local stack and command line only. */
  readonly pinned?: readonly PinnedAddress[];
  /** Further trusted certificates in PEM form, for the local stack and the command line only. */
  readonly ca?: string;
  /** Only what the deployment's configuration lists (aws/services/privateNetwork.ts). */
  readonly privateHosts?: readonly PrivateHost[];
  /** PEM certificates of the only authorities that are trusted for the host of `only`, in place of the public ones. */
  readonly authorities?: string;
  /** The client certificate for servers that ask for one (mutual TLS). */
  readonly identity?: Identity;
}

/** A client certificate (RFC 8446, section 4.4.2) and its private key, in PEM form. */
export interface Identity {
  readonly certificate: string;
  readonly privateKey: string;
}

/** The argument of `authorize`: a request immediately before it is sent. */
export interface AuthorizedRequest {
  readonly method: string;
  /** Absolute; its host and port may not be changed. */
  readonly url: string;
  readonly headers: ReadonlyArray<readonly [string, string]>;
  readonly body?: Uint8Array;
}

/** A request. */
export interface EgressRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: ReadonlyArray<readonly [string, string]>;
  readonly body?: Uint8Array;
  /** Adds the credential or signature to each request of the exchange, also after redirects; called last. */
  readonly authorize?: (request: AuthorizedRequest) => Pick<AuthorizedRequest, 'url' | 'headers'>;
  readonly signal?: AbortSignal;
  /** Milliseconds for the whole exchange, in place of the client's. */
  readonly totalMs?: number;
  /**
   * The client for the URL of another origin to which a GET is redirected: undefined refuses it. What goes there has no credential and none
   * of the request's other headers (FORWARDED in client.ts), and is not redirected to a third origin.
   */
  readonly elsewhere?: (url: URL) => EgressClient | undefined;
  /** Called when the header section of the response has arrived, after redirects: its status is known even if its body cannot be read. */
  readonly onStatus?: (status: number) => void;
  /**
   * Given the bytes of an event stream as they arrive, decoded. Once it returns true, the rest is not needed: the body ends there, and so does
   * the connection. What it throws ends the exchange.
   */
  readonly onEvents?: (chunk: Uint8Array) => boolean;
  /** How many bytes of the decoded body are kept. */
  readonly keepBytes: number;
  /** Decoded bytes after which the exchange is aborted with `response_too_large`; defaults to keepBytes. */
  readonly abortBytes?: number;
}

/** The response, after redirects. */
export interface EgressResponse {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** The first `keepBytes` bytes, with the content encoding decoded. */
  readonly body: Uint8Array;
  /** Number of all decoded bytes. */
  readonly totalBytes: number;
  readonly truncated: boolean;
  /** True for an event stream (text/event-stream) that had not ended at `totalMs`; the body is its beginning. */
  readonly unfinished?: boolean;
  /** The URL after redirects, without what `authorize` has added. */
  readonly url: string;
  /** The status of the redirect at which another method became GET: the response is that of the GET. */
  readonly becameGet?: number;
  /** True for the response of another origin (`elsewhere`). */
  readonly isElsewhere?: true;
}

/** A guarded client for public https hosts, or for one of them. */
export interface EgressClient {
  /**
   * Sends a request and reads the response.
   * @throws EgressError with one of the codes of EgressCode
   */
  request(request: EgressRequest): Promise<EgressResponse>;
  close(): Promise<void>;
}
