/**
 * Starts the test files with stacks and browsers first and those of a process alone last, each longest first: so no worker is left with a
 * long file at the end, and the short ones have the processors while the others wait. Jest itself knows only how long files took on this
 * machine before.
 */
import Sequencer from '@jest/test-sequencer';

/** Longest first; from 40 s, those of a process alone that wait long, and those from 6 s of processor time. */
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
  'unit/lambdas/management/reading',
  'unit/lambdas/sandbox/rotation',
  'infra/options',
  'unit/lambdas/sandbox/process',
  'unit/core/openapi/documents',
  'unit/lambdas/management/memberChanges',
  'unit/cli/apply',
  'unit/lambdas/management/audit',
  'infra/deployed',
  'unit/core/governance/explain',
  'infra/nag',
  'unit/core/governance/hostile',
  'infra/destroy',
  'unit/local/twins/compacting',
  'unit/core/governance/text/values',
  'unit/core/governance/closed',
  'unit/lambdas/management/joinedEdits',
  'unit/lambdas/spec-reader/handler',
  'unit/lambdas/management/deployments',
  'unit/lambdas/management/unreadWords',
];

function placeOf({ path }) {
  const name = path.replaceAll('\\', '/').replace(/^.*\/test\/(.*)\.test\.ts$/, '$1');
  const place = LONGEST.indexOf(name);
  return [/^(?:unit|infra)\//.test(name), place < 0 ? LONGEST.length : place];
}

export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((a, b) => {
      const [[aIsAlone, aPlace], [bIsAlone, bPlace]] = [placeOf(a), placeOf(b)];
      return aIsAlone - bIsAlone || aPlace - bPlace;
    });
  }
}
