/** Underscores around a value, which Markdown reads as emphasis (`__203.0.113.9__`) and which otherwise join words. */
import { lazy } from '../../../lib/lazy.ts';

const BEFORE = lazy(() => /(?:^|[^\p{L}\p{N}_])_{1,3}$/u);
const AFTER = lazy(() => /^_{1,3}(?:[^\p{L}\p{N}_]|$)/u);

/** Whether emphasis begins directly before a position. */
export const opensEmphasis = (text: string, at: number): boolean => BEFORE().test(text.slice(Math.max(0, at - 4), at));

/** Whether emphasis ends directly at a position. */
export const closesEmphasis = (text: string, at: number): boolean => AFTER().test(text.slice(at, at + 4));
