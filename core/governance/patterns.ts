/**
 * Custom patterns of owners in RE2 syntax, run by an engine whose time is linear in the text (re2js). The cost is text
 * × program size × number of patterns, so each answer has a work limit. Work is counted and not timed; a pattern that
 * exceeds the limit ends the call with an error.
 */
import { RE2JS } from 're2js';
import { type FieldFault, InvalidInput } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { type Finding, findingsBy } from '../model/governance/rule.ts';
import type { CustomPattern } from '../model/governance/settings.ts';
import { type Span, spanOf } from '../model/governance/span.ts';
import { patternTooSlow } from './errors.ts';
import { OWNER_RULES } from './value/settingRules.ts';

/** Maximum instructions of one compiled pattern; larger ones come from excessive repeat counts. */
const MAX_PROGRAM = 1_500;
/** Maximum characters × instructions for one answer: about a second on the slowest engine. */
const MAX_WORK = 400_000_000;

/** The compiled patterns of one set of settings. */
export interface CompiledPatterns {
  /** A finder with a full work limit. */
  forAnswer(): (text: string) => Span[];
}

/** Compiles one pattern; returns what is wrong with it if it does not compile. */
export function compilePattern(custom: CustomPattern, field: string): RE2JS | FieldFault {
  if (custom.pattern.length > LIMITS.customPatterns.length) {
    return { field, rule: 'maxLength', message: `must have at most ${LIMITS.customPatterns.length} characters` };
  }
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(custom.pattern);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown syntax';
    return {
      field,
      rule: 're2',
      message: `is not a valid RE2 pattern: ${reason}. Look-around and back-references are not part of RE2`,
    };
  }
  if (compiled.programSize() > MAX_PROGRAM) {
    return {
      field,
      rule: 'programSize',
      message: `is too large when compiled (${compiled.programSize()} of ${MAX_PROGRAM} instructions); use smaller repeat counts`,
    };
  }
  if (compiled.matcher('').find()) {
    return {
      field,
      rule: 'empty',
      message: 'matches empty text, so it would match everywhere; make at least one part required',
    };
  }
  return compiled;
}

/**
 * Compiles all patterns; undefined when there are none.
 *
 * @throws InvalidInput `pattern_invalid` when one does not compile
 */
export function compilePatterns(patterns: readonly CustomPattern[]): CompiledPatterns | undefined {
  if (patterns.length === 0) return undefined;
  const faults: FieldFault[] = [];
  const compiled: { name: string; finding: Finding; pattern: RE2JS; size: number }[] = [];
  const findingOf = findingsBy(OWNER_RULES['owner.pattern']);
  for (const [index, custom] of patterns.entries()) {
    const result = compilePattern(custom, `/customPatterns/${index}/pattern`);
    if ('rule' in result) faults.push(result);
    else
      compiled.push({
        name: custom.name,
        finding: findingOf(custom.name),
        pattern: result,
        size: result.programSize(),
      });
  }
  if (faults.length > 0) throw new InvalidInput(faults, 'pattern_invalid');
  return {
    forAnswer() {
      let work = MAX_WORK;
      return (text) => {
        const spans: Span[] = [];
        for (const { name, finding, pattern, size } of compiled) {
          work -= text.length * size;
          if (work < 0) throw patternTooSlow(name);
          const matcher = pattern.matcher(text);
          while (matcher.find()) {
            if (matcher.end() > matcher.start()) spans.push(spanOf(matcher.start(), matcher.end(), finding));
          }
        }
        return spans;
      };
    },
  };
}
