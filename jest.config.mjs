/**
 * Jest over native ES modules. Jest compiles modules itself, so Node's loader never sees them: the one transform erases types with Node's
 * own stripper (test/support/stripTypes.cjs). `scripts/jest.mjs` and `scripts/test.mjs` start it with the one flag that it needs,
 * `--experimental-vm-modules`, without which Jest has no ES modules; `--disable-warning` keeps Node's warning about it out
 * of the output.
 */
const common = {
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/support/stripTypes.cjs' },
  testEnvironment: 'node',
};
export default {
  // The local stack, real clients and a browser on two cores need their time; hanging tests still end.
  testTimeout: 240_000,
  // Jest keeps the modules of every file that a worker ran; with 3 GB of them the templates took ten times as long.
  workerIdleMemoryLimit: '800MB',
  testSequencer: '<rootDir>/test/support/sequencer.mjs',
  globalSetup: '<rootDir>/test/support/temporary.mjs',
  globalTeardown: '<rootDir>/test/support/temporaryEnd.mjs',
  projects: [
    'unit',
    'infra',
    'local',
    'conformance',
    'browser',
    'attack',
    ...(process.env['PORTCULLIS_ORACLES'] ? ['oracles'] : []),
  ].map((name) => ({
    ...common,
    displayName: name,
    rootDir: import.meta.dirname,
    testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
  })),
};
