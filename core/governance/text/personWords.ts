/**
 * Whether a text may name somebody in a sentence: one of the words that announce a name (detectors/person.ts) may be in it. Stands apart from
 * the detector because the reader of characters asks it about every text.
 */
import { defineKeywords } from './keywords.ts';
import type { Signs } from './signs.ts';

/** Parts of the titles, salutations and closings; `?` stands for a letter outside ASCII, so that texts with such letters have the group by its words, too. */
export const PERSON_PARTS = defineKeywords(
  'e?o gr? ch? k?r l? mr@ mr. mrs ms@ ms. mx@ dr@ dr. rof err rau mme mll nsi dam eno sra gno dot mev mee dhr pan dea hi@ llo hey hej hei hol cia ieb her jou car eri ima eza ent est ola ita moi vus gar ish nce ruly eer nks nk@ our rus alu men roe ils ngar wia enc',
);

/** Characters of the shortest text that is looked at. */
export const SHORTEST_SENTENCE = 12;

/** Whether a text may name people beside such a word. */
export const mayNamePerson = ({ keywords, length, spaces }: Readonly<Signs>): boolean =>
  (keywords & PERSON_PARTS) !== 0 && spaces > 0 && length >= SHORTEST_SENTENCE;
