/** The layouts that the properties are asked of: those of one stack, and the home region of a layout over several. */
import { LAYOUTS } from '../../support/layouts.ts';
import { REGIONS, synthesize } from '../../support/synth.ts';
import { homeAndFront } from '../../support/wholeLayout.ts';

const OVER_REGIONS = { waf: true, events: true, alarms: true, egress: 'static' as const };

/** Each with its settings and its resources, which must not be modified. */
export const ASKED = [
  ...LAYOUTS.map(({ layout, config }) => ({ layout, config, resources: () => synthesize(config).resources })),
  {
    layout: 'home of three regions, behind a web ACL',
    config: { regions: [...REGIONS], ...OVER_REGIONS },
    resources: () => homeAndFront(OVER_REGIONS),
  },
];
