/** Finds settings in a template that would loosen the egress guard or direct functions elsewhere. */
import type { Resource, Synthesized } from './synth.ts';

const KNOWN =
  /^(TABLE_(EVENTS|SERVERS|TOOLS|TOKENS|DEPLOYMENTS|AUDIT|SETTINGS|GATES|SESSIONS|SIGN_INS|UPSTREAM_TOKENS)|BUCKET_(BUNDLES|SPECS|AUDIT)|KEY_(CREDENTIALS|PLACEHOLDERS|SIGNING|TOKENS|AUDIT)|FUNCTION_(SANDBOX|SPEC_READER|RESEAL|PREPARE)|STATE_MACHINE(_DELIVERIES)?|EVENT_BUS|EDGE_URL|ORIGIN_SECRET|IOT_ENDPOINT|USER_POOL(_CLIENT)?|LOGIN_ISSUER|LOGIN_DOMAIN|ALLOWED_ORIGINS|CHANGE_STREAMS|STANDALONE_STREAMS|STREAM_LIFE_MS|STREAMS_PER_TOKEN|EDGE_REGIONS|HOME_UPSTREAM_TOKENS|CLIENT_REGISTRATION|ACCESS_TOKEN_SECONDS|IDENTITY_PROVIDERS|NODE_OPTIONS|EGRESS_ADDRESSES|METRICS(_SERVICE)?|TRACES(_SERVICE)?|OTLP_(ENDPOINT|HEADERS)|UPSTREAM_ROLES|SANDBOX_ROLE|GROUP_ROLES|GROUPS_CLAIM|PASSWORDS|INVITATIONS|SESSION_HOURS|PRIVATE_(HOSTS|RANGES))$/;
const NODE_OPTIONS = '--disallow-code-generation-from-strings';
const LOOSENING = /NODE_EXTRA_CA_CERTS|NODE_TLS_REJECT|AWS_ENDPOINT_URL|portcullis\.egress|--resolve/;

/** Our functions, without CDK's helpers. */
export const isOurs = ([, { Properties }]: readonly [string, Resource]): boolean =>
  Properties?.['Runtime'] === 'nodejs24.x' && 'Architectures' in Properties;

/** Unknown variables by function, Node options that are not the sandbox's, and names that must not occur. */
export function looseningsOf({ ofType, resources }: Synthesized): string[] {
  const variables = ofType('AWS::Lambda::Function')
    .filter(isOurs)
    .flatMap(([id, { Properties }]) => {
      const { Variables = {} } = (Properties?.['Environment'] ?? {}) as { Variables?: Record<string, unknown> };
      return Object.entries(Variables)
        .filter(([name, value]) => !KNOWN.test(name) || (name === 'NODE_OPTIONS' && value !== NODE_OPTIONS))
        .map(([name]) => `${id}: ${name}`);
    });
  const [found] = LOOSENING.exec(JSON.stringify(resources)) ?? [];
  return found ? [...variables, found] : variables;
}
