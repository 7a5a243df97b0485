/**
 * A server in the sandbox's memory: its verified bundle, compiled governance and connections. A few are cached; on AWS an environment
 * belongs to one tenant, so the others are older bundles of the same server.
 */
import { createHash } from 'node:crypto';
import { faultOfAws } from '../../aws/lib/errors.ts';
import { errorFields, logError } from '../../aws/lib/log.ts';
import type { PrivateNetwork } from '../../aws/services/privateNetwork.ts';
import type { GovernanceOverrides, Governor } from '../../core/governance/index.ts';
import { PortcullisError } from '../../core/lib/errors.ts';
import { LIMITS } from '../../core/lib/limits.ts';
import { LruCache } from '../../core/lib/lruCache.ts';
import { checkDocumentUrl, originOf } from '../../core/lib/url/baseUrl.ts';
import type { Bundle, BundleAuth, BundleRef, BundleTool } from '../../core/model/bundle.ts';
import { isNewer } from '../../core/model/migrations.ts';
import type { PrivateHosts } from '../../core/model/server.ts';
import type { ReadMetadata } from '../../core/request/credential/oauth2/endpoints.ts';
import { enginesFor, governorOf, loadNames } from '../../core/tools/bundle/governor.ts';
import {
  createEgressClient,
  type EgressClient,
  type EgressOptions,
  type Identity,
  pinnedFromHost,
} from '../../egress/index.ts';
import { fetchMetadata, METADATA_REQUESTS } from './metadata.ts';

/** An origin that the server's tools may reach, and the only one that its credential is sent to. */
export interface Upstream {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly auth: BundleAuth;
  /** Connects to this host and port only. */
  readonly egress: EgressClient;
  /** The same with this client certificate, on connections of its own. */
  egressAs(identity: Identity): EgressClient;
}

/** The HTTP client for the host of a token endpoint, with a client certificate if one is given. */
export type TokenClient = (tokenUrl: string, identity?: Identity) => EgressClient;

/** A loaded server. */
export interface LoadedServer {
  readonly bundle: Bundle;
  /** Number of its tools. */
  readonly count: number;
  /**
   * The tool of a name: at once, or read from the parts of a large bundle, or once the code is loaded that its governor needs beside that of the server.
   * Throws PortcullisError `bundle_unavailable`.
   */
  readonly tool: (name: string, isExplained?: boolean) => BundleTool | undefined | Promise<BundleTool | undefined>;
  /** Throws PortcullisError `bundle_unavailable` unless all of its tools are stored as they were sealed. */
  readonly prove: () => Promise<void>;
  /** Connections without a credential to an approved host in the public network; undefined for any other. */
  elsewhere(origin: string): EgressClient | undefined;
  /** For an origin that is not approved: no credential, and the base URL's connections, whose guard refuses the request. */
  upstreamAt(origin: string): Upstream;
  readonly tokenClient: TokenClient;
  /** Reads the metadata of an issuer, within the time of a token request. */
  readonly metadata: ReadMetadata;
  /** The hosts that the bundle says are in the owner's network. */
  readonly privateHosts: PrivateHosts;
  /** Equal for bundles with equal `privateHosts`. */
  readonly trusted: string;
  /**
   * In the mode of a tool if it has its own. Compiled on first use, and again after the deadline has interrupted a run.
   */
  governor(tool?: BundleTool): Governor;
  /** The same without truncation. */
  wholeGovernor(tool: BundleTool): Governor;
  /** The same, but only lists are truncated, because the selected fields of an answer may fit where the whole does not. */
  listGovernor(tool: BundleTool): Governor;
  /** The same with names in sentences, for an explained call, which tells what they would be. */
  proseGovernor(tool: BundleTool): Governor;
  dropGovernor(): void;
}

/** Bundles as they are stored; what is read is verified. */
export interface StoredBundles {
  /** A bundle, of which large ones have their tools in parts. */
  readonly loadBundle: (serverId: string, ref: BundleRef) => Promise<Bundle>;
  /** A tool of a bundle with parts. */
  readonly loadTool: (bundle: Bundle, ref: BundleRef, name: string) => Promise<BundleTool | undefined>;
  /** Throws when a part is missing or was altered. */
  readonly proveParts: (bundle: Bundle, ref: BundleRef) => Promise<void>;
}

const KEPT = 4;
/** All hosts of a server and of its earlier bundles, each with a token endpoint. */
const KEPT_CLIENTS = 2 * (KEPT + LIMITS.approvedHosts);
/** Token endpoints must answer quickly, and without redirects. */
const TOKEN_REQUESTS = { totalMs: 10_000, maxRedirects: 0, methods: ['POST'] };

/** Connections made with one client certificate are not used for another. */
const digestOf = ({ certificate, privateKey }: Identity): string =>
  createHash('sha256').update(certificate).update(privateKey).digest('base64');

const NO_NETWORK: PrivateNetwork = { names: [], ranges: [] };
/** For what comes from no bundle. */
export const NO_HOSTS: PrivateHosts = {};

/**
 * What a client may do beyond others because the bundle says that this origin is in the owner's network. Nothing, unless the
 * deployment's configuration lists the host too.
 */
function insideOptions(
  { host, port }: { host: string; port: number },
  hosts: PrivateHosts,
  { names, ranges }: PrivateNetwork,
): Pick<EgressOptions, 'privateHosts' | 'authorities'> {
  if (!names.includes(host)) return {};
  const { origin } = new URL(`https://${host}:${port}`);
  if (!Object.hasOwn(hosts, origin)) return {};
  const authorities = hosts[origin]?.certificateAuthorities;
  return { privateHosts: [{ host, ranges }], ...(authorities !== undefined && { authorities }) };
}

/** Finds a tool at once where the bundle has no parts. */
function toolsBy(
  { parts, tools, resourcesAndPrompts = [] }: Bundle,
  load: (name: string) => Promise<BundleTool | undefined>,
): (name: string) => ReturnType<LoadedServer['tool']> {
  const byName = new Map([...tools, ...resourcesAndPrompts].map((tool) => [tool.name, tool]));
  return (name) => byName.get(name) ?? (parts && load(name));
}

/** A cache of loaded servers over the stored bundles, and the clients of token endpoints that they share. */
export function serverCache({ loadBundle, loadTool, proveParts }: StoredBundles, network: PrivateNetwork = NO_NETWORK) {
  const servers = new LruCache<LoadedServer>(KEPT);
  const clients = new Map<string, EgressClient>();
  const host = pinnedFromHost();

  /** Connections outlive a bundle, because a new version of a server usually has the same upstream. */
  const clientFor = (key: string, options: EgressOptions): EgressClient => {
    let client = clients.get(key);
    if (!client) {
      client = createEgressClient({ connectMs: LIMITS.connectMs, ...options, ...host });
      clients.set(key, client);
      const [oldest] = clients;
      if (clients.size > KEPT_CLIENTS && oldest !== undefined) {
        const [name, old] = oldest;
        clients.delete(name);
        void old.close();
      }
    }
    return client;
  };

  const placeFor = (
    purpose: string,
    { host: name, port }: { host: string; port: number },
    hosts: PrivateHosts,
    options: EgressOptions,
  ): EgressClient => {
    const { identity } = options;
    const inside = insideOptions({ host: name, port }, hosts, network);
    // Connections that were made under one rule, or with one certificate, are not used under another.
    const parts = [
      purpose,
      name,
      port,
      inside.privateHosts !== undefined,
      inside.authorities,
      identity && digestOf(identity),
    ];
    return clientFor(JSON.stringify(parts), { only: { host: name, port }, ...options, ...inside });
  };

  const egressFor = (
    place: { host: string; port: number },
    hosts: PrivateHosts,
    timeoutMs: number,
    identity?: Identity,
  ): EgressClient => placeFor(String(timeoutMs), place, hosts, { totalMs: timeoutMs, ...(identity && { identity }) });

  const tokenClientOf =
    (hosts: PrivateHosts): TokenClient =>
    (tokenUrl, identity) =>
      placeFor('token', checkDocumentUrl(tokenUrl), hosts, { ...TOKEN_REQUESTS, ...(identity && { identity }) });

  const load = async (serverId: string, ref: BundleRef): Promise<LoadedServer> => {
    const unavailable = (cause: unknown): never => {
      if (isNewer(cause)) throw new PortcullisError('schema_newer', cause.message, { cause });
      const reason = cause instanceof PortcullisError ? cause.message : (faultOfAws(cause)?.message ?? '');
      logError('bundle_unavailable', { serverId, error: errorFields(cause) });
      throw new PortcullisError('bundle_unavailable', `The server's bundle cannot be loaded. ${reason}`.trim(), {
        cause,
      });
    };
    const bundle = await loadBundle(serverId, ref).catch(unavailable);
    if (bundle.serverId !== serverId)
      throw new PortcullisError('bundle_unavailable', 'The bundle belongs to another server.');
    let engines = await enginesFor(bundle);
    const governors = new Map<string, Governor>();
    const governorFor = (purpose: string, tool: BundleTool | undefined, overrides: GovernanceOverrides): Governor => {
      const { mode, dryRun, prose } = tool?.redaction ?? {};
      const key = `${purpose} ${mode ?? ''} ${dryRun ?? ''} ${prose ?? ''}`;
      let governor = governors.get(key);
      if (!governor) {
        governor = governorOf(bundle, engines, {
          ...(mode !== undefined && { mode }),
          ...(dryRun !== undefined && { dryRun }),
          ...(prose !== undefined && { prose }),
          ...overrides,
        });
        governors.set(key, governor);
      }
      return governor;
    };
    const toolOf = toolsBy(bundle, (name) => loadTool(bundle, ref, name).catch(unavailable));
    /** With the finder of names in sentences, if it is the first that needs it; an explained call tells what it would find. */
    const ready = (tool: BundleTool | undefined, isExplained: boolean): ReturnType<LoadedServer['tool']> => {
      if (engines.findNames !== undefined || !(tool?.redaction?.prose || isExplained)) return tool;
      return loadNames().then((findNames) => {
        engines = { ...engines, findNames };
        return tool;
      });
    };
    const { upstream, auth, hosts = [] } = bundle;
    const inside = (bundle.privateHosts ?? []).map(({ origin, ...entry }) => [origin, entry] as const);
    const privateHosts: PrivateHosts = Object.fromEntries(inside);
    const home = { ...upstream, origin: originOf(upstream.baseUrl), auth };
    const places = new Map([...hosts, home].map((place) => [place.origin, place]));
    return {
      bundle,
      count: bundle.parts?.count ?? bundle.tools.length,
      tool: (name, isExplained = false) => {
        const found = toolOf(name);
        return found instanceof Promise ? found.then((tool) => ready(tool, isExplained)) : ready(found, isExplained);
      },
      prove: () => proveParts(bundle, ref).catch(unavailable),
      upstreamAt: (origin) => {
        const { auth: own, ...place } = places.get(origin) ?? { ...home, auth: { type: 'none' } as const };
        return {
          origin,
          auth: own,
          egress: egressFor(place, privateHosts, upstream.timeoutMs),
          egressAs: (identity) => egressFor(place, privateHosts, upstream.timeoutMs, identity),
        };
      },
      elsewhere: (origin) => {
        const place = hosts.find((one) => one.origin === origin);
        // An API must not choose what is asked of a host in the owner's network.
        if (!place || Object.hasOwn(privateHosts, origin)) return undefined;
        return egressFor(place, privateHosts, upstream.timeoutMs);
      },
      tokenClient: tokenClientOf(privateHosts),
      metadata: (url) =>
        fetchMetadata(url, placeFor('metadata', checkDocumentUrl(url), privateHosts, METADATA_REQUESTS)),
      privateHosts,
      trusted: JSON.stringify(inside),
      governor: (tool) => governorFor('answer', tool, {}),
      wholeGovernor: (tool) => governorFor('whole', tool, { truncation: false, maxBytes: LIMITS.heldAnswers.each }),
      listGovernor: (tool) => governorFor('list', tool, { maxBytes: LIMITS.heldAnswers.each }),
      proseGovernor: (tool) => governorFor('prose', tool, { prose: true, dryRun: false, actions: {} }),
      dropGovernor: () => governors.clear(),
    };
  };

  return {
    load: (serverId: string, ref: BundleRef): Promise<LoadedServer> =>
      servers.use(`${serverId}/${ref.id}/${ref.mac}`, () => load(serverId, ref)),
    tokenClient: tokenClientOf,
    /** An address that no bundle names yet, with the time for an answer. */
    upstreamOf: (url: string, auth: BundleAuth, privateHosts: PrivateHosts, timeoutMs: number): Upstream => {
      const place = checkDocumentUrl(url);
      return {
        origin: originOf(url),
        auth,
        egress: egressFor(place, privateHosts, timeoutMs),
        egressAs: (identity) => egressFor(place, privateHosts, timeoutMs, identity),
      };
    },
  };
}
