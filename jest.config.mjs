/**
 * Jest with Node's own loader (test/support/jest/runtime.mjs), so that tests run the very modules that Node runs in production, without
 * types as Node strips them. `--disable-warning`, with which the scripts start it, keeps Node's warning about that out of the output.
 */
const common = {
  // Packages that were made there have names of their own.
  modulePathIgnorePatterns: ['<rootDir>/.cache/'],
  transform: {},
  testEnvironment: '<rootDir>/test/support/jest/environment.mjs',
  runtime: '<rootDir>/test/support/jest/runtime.mjs',
};
export default {
  // The local stack, real clients and a browser on two cores need their time; hanging tests still end.
  testTimeout: 240_000,
  // Node keeps the modules of every file that a worker ran.
  workerIdleMemoryLimit: '600MB',
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
    'packed',
    ...(process.env['PORTCULLIS_ORACLES'] ? ['oracles'] : []),
  ].map((name) => ({
    ...common,
    displayName: name,
    rootDir: import.meta.dirname,
    testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
  })),
};
