/**
 * Styles of manually added parameters by location (OpenAPI 3.1, Parameter Object). Small, because the dashboard loads
 * it.
 */

import type { ParameterStyle } from '../model/tool.ts';
import type { ManualTool } from './schemas/tools.ts';

/** The allowed styles by location; the first one is the default. */
export const STYLES: Readonly<Record<NonNullable<ManualTool['parameters']>[number]['in'], readonly ParameterStyle[]>> =
  {
    path: ['simple', 'label', 'matrix'],
    query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
    header: ['simple'],
    cookie: ['form'],
  };
/** The default of `explode` for a style. */
export const explodes = (style: ParameterStyle): boolean => style === 'form' || style === 'deepObject';
