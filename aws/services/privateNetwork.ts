/**
 * The hosts of the owner's network that servers of this deployment may name, and the blocks in which their addresses must lie. Both come
 * from the stack's configuration (`privateHosts`, `privateRanges` in lib/config.ts), so the dashboard cannot extend them. Importing this
 * module lets the URL checks of the process accept the names.
 */
import { permitPrivateNames } from '../../core/lib/url/privateNames.ts';

/** What the deployment allows. */
export interface PrivateNetwork {
  readonly names: readonly string[];
  /** CIDR blocks. */
  readonly ranges: readonly string[];
}

const listOf = (text: string | undefined): string[] => (text ? text.split(',') : []);

/** Read from the function's environment. */
export const privateNetwork = (): PrivateNetwork => ({
  names: listOf(process.env['PRIVATE_HOSTS']),
  ranges: listOf(process.env['PRIVATE_RANGES']),
});

permitPrivateNames(privateNetwork().names);
