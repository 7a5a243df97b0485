/** In which regions a deployment serves MCP clients (design/regions.md). */
import { z } from 'zod';
import { type Refuse, region } from './fields.ts';

/** Quotas of CloudFront: each region needs two of 25 origins and two of 75 behaviours. */
const MAX_REGIONS = 8;
/** Bucket names consist of the stack's name, the account and the region, and have at most 63 characters. */
const MAX_STACK_NAME_LENGTH = 24;

/** The settings. */
export const regionSettings = {
  /**
   * The home region, then further regions that serve MCP clients (design/regions.md). Empty: one stack in the region of the
   * shell. Decide at the first deployment, because keys cannot become multi-region keys later; with only the home region
   * listed, others can be added later.
   */
  regions: z
    .array(region)
    .max(MAX_REGIONS, `has more than ${MAX_REGIONS} regions`)
    .refine((list) => new Set(list).size === list.length, 'names a region twice')
    .default([]),
  /**
   * One of `regions` that is to be taken away: no client is sent there any more, and its replicas lose their protection, so that the next deployment
   * may leave it out of `regions` (design/regions.md).
   */
  leavingRegion: region.optional(),
  /** Region by country (ISO 3166-1 alpha-2), to replace the default of `lib/edge/countries.ts`. */
  countries: z.record(z.string().regex(/^[A-Z]{2}$/, 'is no country code such as DE'), region).default({}),
};

type Settings = z.infer<z.ZodObject<typeof regionSettings>> & { readonly stackName: string; readonly dataKey: string };

/** What the regions of a deployment must be to each other. */
export function checkRegions(
  { stackName, dataKey, regions, countries, leavingRegion }: Settings,
  refuse: Refuse,
): void {
  if (regions.length > 0 && stackName.length > MAX_STACK_NAME_LENGTH) {
    refuse(['stackName'], `has more than ${MAX_STACK_NAME_LENGTH} characters, which is too long together with regions`);
  }
  if (dataKey === 'own' && regions.length > 0) {
    refuse(
      ['dataKey'],
      'can be own without regions only: replicas of tables would need their keys before the stacks that make these',
    );
  }
  if (leavingRegion !== undefined && !regions.slice(1).includes(leavingRegion)) {
    refuse(
      ['leavingRegion'],
      regions[0] === leavingRegion
        ? 'is the home region, which has the data and cannot be taken away'
        : `names ${leavingRegion}, which is not in regions: it stays there until the deployment after this one`,
    );
  }
  for (const [country, name] of Object.entries(countries)) {
    if (!regions.includes(name)) refuse(['countries', country], `names ${name}, which is not in regions`);
    else if (name === leavingRegion) refuse(['countries', country], `names ${name}, which is leaving`);
  }
}
