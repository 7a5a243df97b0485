/**
 * The two forms of an attack (test/attack), and of unit tests that search at random: short in `npm test`, long in `npm run attack`. Both run
 * the same code and assess the same; the long form takes more rounds, or searches for a time.
 */
export const isLongAttack = process.env['ATTACK'] === 'long';

/** How often to do something: `short` times in `npm test`, `long` times in `npm run attack`. */
export const rounds = (short: number, long: number): number => (isLongAttack ? long : short);

/** How long a search runs, in milliseconds; `ATTACK_MINUTES` overrides it for the long form. */
export const searchMs = (shortSeconds: number, longMinutes: number): number =>
  isLongAttack ? Number(process.env['ATTACK_MINUTES'] ?? longMinutes) * 60_000 : shortSeconds * 1_000;

/** The timeout of a test that searches for `ms`: twice that, and two minutes for what it starts. */
export const searchTimeout = (ms: number): number => 2 * ms + 120_000;
