/**
 * Named choices of a server's tools, which an edit of many tools can be sent to: those that change something, those that the
 * description calls deprecated, those that nobody has called lately. Pure; who has called what comes from the trail.
 */
import type { Tool } from './tool.ts';

/** The presets by name. */
export const TOOL_PRESETS = ['changing', 'deprecated', 'unused'] as const;
/** One of {@link TOOL_PRESETS}. */
export type ToolPreset = (typeof TOOL_PRESETS)[number];

/** Days without a call after which a tool counts as unused. */
export const UNUSED_DAYS = 30;

/** What a preset reads of a tool. */
export interface Choosable {
  readonly name: string;
  readonly annotations: Pick<Tool['annotations'], 'readOnlyHint'>;
  readonly deprecated?: boolean;
}

/**
 * Whether a tool is among those of a preset.
 * @param called names of the tools with a call in the last {@link UNUSED_DAYS} days; needed by `unused` alone
 */
export function isInPreset(tool: Choosable, preset: ToolPreset, called: ReadonlySet<string>): boolean {
  switch (preset) {
    case 'changing':
      return !tool.annotations.readOnlyHint;
    case 'deprecated':
      return tool.deprecated === true;
    case 'unused':
      return !called.has(tool.name);
  }
}
