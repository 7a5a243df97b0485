/**
 * The groups of a toolset's grouped list: those of each member, under its prefix. With groups of several members, an action of one could come
 * to stand in a tool that clients have allowed for another. No group of a server has two underscores in its name, so names are apart whatever
 * the prefixes are. Pure.
 */
import type { BundleMember, GroupPlan } from '../../model/bundle.ts';
import { planGroups } from '../exposition.ts';
import { withPrefix } from './names.ts';

type Grouped = Parameters<typeof planGroups>[0][number] & {
  readonly member?: { readonly serverId: string } | undefined;
};

/** The groups, sorted by name; each tool is in exactly one. */
export function planMemberGroups(
  tools: readonly Grouped[],
  members: readonly Pick<BundleMember, 'serverId' | 'prefix' | 'name'>[],
): GroupPlan[] {
  const own = Map.groupBy(tools, ({ member }) => member?.serverId);
  return members
    .flatMap(({ serverId, prefix, name: server }) =>
      planGroups(own.get(serverId) ?? []).map((plan) => ({
        ...plan,
        name: withPrefix({ prefix: `${prefix}_`, name: plan.name }),
        title: `${server}: ${plan.title}`,
      })),
    )
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
