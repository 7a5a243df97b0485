/**
 * Starts the test files with stacks and browsers first and those of a process alone last, each longest first: so no worker is left with a
 * long file at the end, and the short ones have the processors while the others wait. Jest itself knows only how long files took on this
 * machine before.
 */
import Sequencer from '@jest/test-sequencer';

/**
 * Longest first; from 40 s, those of a process alone that wait long, and those from 5 s of processor time. The first file of `packed` makes
 * the packages; the others follow once they are made.
 */
const LONGEST = [
  'attack/awsFaults',
  'local/oauth2',
  'local/options',
  'local/declarations',
  'packed/examples',
  'local/credentialKinds',
  'browser/settings',
  'browser/documentation',
  'browser/wizard',
  'attack/contract',
  'local/signIn',
  'browser/pages',
  'local/mainJob',
  'browser/credentials',
  'local/host',
  'local/auditArchive',
  'browser/tasks',
  'browser/tools',
  'conformance/suite',
  'packed/portcullis',
  'browser/access',
  'local/clients',
  'browser/manualTools',
  'local/shortLives',
  'attack/credentialThefts',
  'attack/hostCredentials',
  'browser/trouble',
  'browser/safety',
  'packed/library',
  'browser/manyTools',
  'browser/use',
  'browser/versions',
  'browser/tryForm',
  'attack/signIn',
  'unit/lambdas/management/reading',
  'unit/lambdas/sandbox/rotation',
  'infra/deployed',
  'unit/lambdas/sandbox/process',
  'unit/cli/apply',
  'infra/options',
  'unit/lambdas/management/memberChanges',
  'infra/nag',
  'unit/core/governance/text/values',
  'unit/core/mcpUpstream/redaction',
  'unit/lambdas/spec-reader/handler',
  'infra/regions',
  'unit/core/governance/closed',
  'infra/destroy',
  'unit/core/governance/hostile',
  'unit/core/governance/answerFields',
  'unit/local/twins/dynamodb',
  'unit/core/openapi/documents',
  'unit/core/governance/explain',
  'infra/construct',
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
