/**
 * Estimates the number of instructions of a compiled regular expression with expanded quantifiers: `(?:a{30}){30}` has 900.
 * Estimated before it is compiled, because compiling takes time in proportion.
 */

const COUNT = /\{(\d{1,5})(?:,(\d{0,5}))?\}/y;

/** The estimate, at least half of the number in RE2. Does not check the pattern; for an invalid one the number is meaningless. */
export function expandedSize(pattern: string): number {
  /** Instructions of the open groups, the outermost first. `last`: those of the last atom in the innermost group. */
  const open: number[] = [0];
  let last = 0;
  let inClass = false;
  const grow = (instructions: number) => {
    open.push((open.pop() ?? 0) + instructions);
  };
  const add = (instructions: number) => {
    grow(instructions);
    last = instructions;
  };
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '\\') {
      at++;
      if (!inClass) add(1);
    } else if (inClass) inClass = character !== ']';
    else if (character === '[') {
      inClass = true;
      add(1);
    } else if (character === '(') open.push(0);
    else if (character === ')' && open.length > 1) {
      const group = open.pop() ?? 0;
      add(group + 2);
    } else if (character === '{') {
      COUNT.lastIndex = at;
      const [written, least = '', most = ''] = COUNT.exec(pattern) ?? [];
      if (written === undefined) add(1);
      else {
        const times = Math.max(Number(least), Number(most), 1);
        grow(last * (times - 1));
        last *= times;
        at += written.length - 1;
      }
    } else add(1);
  }
  return open.reduce((sum, instructions) => sum + instructions, 0);
}
