/** The header by which functions behind the distribution know its requests, for tests that stand in for it. */
/** The secret that the distribution sends: the current value. */
export function originSecret(): string {
  const { current } = JSON.parse(process.env['ORIGIN_SECRET'] ?? '{}') as { current?: string };
  return current ?? '';
}
