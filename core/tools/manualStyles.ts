/** Styles of parameters that are added manually, by their place (OpenAPI 3.1, Parameter Object). Light, because the dashboard loads it. */
import type { ManualTool } from '../api/tools.ts';
import type { ParameterStyle } from './model.ts';

/** The first is that of a parameter that names none. */
export const STYLES: Readonly<Record<NonNullable<ManualTool['parameters']>[number]['in'], readonly ParameterStyle[]>> =
  {
    path: ['simple', 'label', 'matrix'],
    query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
    header: ['simple'],
    cookie: ['form'],
  };
/** Whether members stand apart when nothing is said of it (`explode`). */
export const explodes = (style: ParameterStyle): boolean => style === 'form' || style === 'deepObject';
