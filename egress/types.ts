/**
 * The contract of the guarded HTTP client, the only code that opens a connection to the outside world.
 * Who uses it: the sandbox (one allowed origin), the spec reader (any public https host, GET only) and the command line.
 */

/** `--resolve host:port:address[:port]` of the local stack and the command line: never set in a deployed function. */
export interface PinnedAddress {
  readonly host: string;
  readonly port: number;
  readonly address: string;
  readonly addressPort: number;
}

/** What a client may reach, and its limits. Times are milliseconds. */
export interface EgressOptions {
  /** Only this host and port may be reached; unset means any public https host. */
  readonly only?: { readonly host: string; readonly port: number };
  readonly methods?: readonly string[];
  readonly connectMs?: number;
  /** Until the response's header section is complete. */
  readonly headersMs?: number;
  /** Whole exchange including the body. */
  readonly totalMs?: number;
  readonly maxRedirects?: number;
  readonly maxHeaderBytes?: number;
  /** Local stack and command line only. */
  readonly pinned?: readonly PinnedAddress[];
  /** Extra PEM certificates to trust, local stack and command line only. */
  readonly ca?: string;
  /** Shown to a server that asks for it, with every connection of this client. */
  readonly identity?: Identity;
}

/** A client certificate (RFC 8446, section 4.4.2) and its key, PEM. */
export interface Identity {
  readonly certificate: string;
  readonly privateKey: string;
}

/** A request as `authorize` sees it, right before it is sent. */
export interface AuthorizedRequest {
  readonly method: string;
  /** Absolute; its host and port may not be changed. */
  readonly url: string;
  readonly headers: ReadonlyArray<readonly [string, string]>;
  readonly body?: Uint8Array;
}

/** One request to make. */
export interface EgressRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: ReadonlyArray<readonly [string, string]>;
  readonly body?: Uint8Array;
  /** What goes on each request of the exchange as its last step, on those that redirects lead to as well: a credential, a signature. */
  readonly authorize?: (request: AuthorizedRequest) => Pick<AuthorizedRequest, 'url' | 'headers'>;
  readonly signal?: AbortSignal;
  /** Bytes of the decoded body that are kept. */
  readonly keepBytes: number;
  /** Decoded bytes after which the exchange is aborted with `response_too_large`; defaults to keepBytes. */
  readonly abortBytes?: number;
}

/** One response, after redirects. */
export interface EgressResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Decoded (content-encoding removed) and cut at keepBytes. */
  readonly body: Uint8Array;
  /** Decoded bytes seen, kept or not. */
  readonly totalBytes: number;
  readonly truncated: boolean;
  /** An event stream (text/event-stream) that was still going at `totalMs`: its beginning is the body. */
  readonly unfinished?: boolean;
  /** After redirects. */
  readonly url: string;
}

/** A guarded client: its requests reach public https hosts, or the one host that it is limited to. */
export interface EgressClient {
  /** Throws EgressError with a stable code (`url_invalid`, `host_not_allowed`, `address_not_public`, `dns_failed`, `connect_failed`, `tls_failed`, `timeout_connect`, `timeout_headers`, `timeout_total`, `aborted`, `redirect_refused`, `too_many_redirects`, `response_too_large`, `headers_too_large`, `decode_failed`, `connection_lost`). */
  request(request: EgressRequest): Promise<EgressResponse>;
  close(): Promise<void>;
}
