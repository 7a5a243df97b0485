/**
 * Starts the test files that take longest first, so that no worker is left with one of them at the end. Jest itself knows only how long
 * files took on this machine before.
 */
import Sequencer from '@jest/test-sequencer';

/** Longest first; from 40 s, of the unit tests and those of templates from 20 s. */
const LONGEST = [
  'attack/awsFaults',
  'local/oauth2',
  'local/mainJob',
  'browser/settings',
  'local/credentialKinds',
  'browser/credentials',
  'browser/pages',
  'browser/versions',
  'attack/contract',
  'browser/access',
  'local/host',
  'attack/hostCredentials',
  'local/auditArchive',
  'local/signIn',
  'local/options',
  'attack/credentialThefts',
  'local/shortLives',
  'browser/trouble',
  'local/clients',
  'browser/wizard',
  'conformance/suite',
  'browser/tools',
  'browser/manualTools',
  'unit/openapi/documents',
  'unit/sandbox/rotation',
  'infra/options',
  'unit/sandbox/process',
  'unit/governance/text/values',
  'unit/management/tools',
  'infra/deployed',
  'unit/regions/twoRegions',
  'unit/governance/hostile',
  'infra/nag',
  'infra/properties',
  'unit/management/audit',
  'unit/management/servers',
  'unit/mcp-rpc/limits',
  'unit/management/deployments',
];

const places = new Map(LONGEST.map((name, place) => [name, place]));
const placeOf = ({ path }) =>
  places.get(path.replaceAll('\\', '/').replace(/^.*\/test\/(.*)\.test\.ts$/, '$1')) ?? LONGEST.length;

export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((a, b) => placeOf(a) - placeOf(b));
  }
}
