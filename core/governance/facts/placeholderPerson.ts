/** What recordings and sandboxes have for a person, in several languages. */
import { lazy } from '../../lib/lazy.ts';
import { PERSON_ROLES } from '../vocabulary/roles.ts';
import { fold, phrases, setHas } from '../vocabulary/words.ts';
import { isGivenName } from './givenName.ts';

/** Roles of people, without those that also name things. */
const NOT_A_PERSON =
  /^(?:profile|personal|identit|user(?:info|profile)|contactinfo|contactdetail|people|recorder|receiver)/;
const ROLES = new Set(
  phrases(`${PERSON_ROLES} agent admin candidate client lead member tester`).filter((role) => !NOT_A_PERSON.test(role)),
);
const PLACEHOLDER = lazy(
  () =>
    /^(?:(?:test|testing|some|demo|sample|example|dummy|fake|mock|api)[ -](\p{L}+)|(\p{L}+) (?:test|testing|demo|sample|dummy|one|two|three|[AB]))(?: ?\d{1,6})?$/iu,
);
/** `Cliente de Teste 2`, `Usuario de prueba`, `Utente di prova` */
const IN_OTHER_LANGUAGES =
  /^\S+ (?:d[eio] )?(?:teste?|prueba|prova|pruebas|essai|exemplo|ejemplo|exemple|esempio|beispiel|voorbeeld|pr[oø]ve|testowy)(?: .{1,24})?$/iu;

const NUMBERED_PERSON = /^(?:user|customer|patient|employee|student) #?\d{1,4}$/i;
/** `Fred F. User`, `Build Bot User2` */
const NAMED_USER = lazy(() => /^(?:\p{Lu}\p{L}*\.? ){1,3}User ?\d{0,6}$/u);

/** Whether a value is what recordings and sandboxes have for a person: `Test User`, `Sample Customer 2`, `User 7`. */
export function isPlaceholderPerson(value: string): boolean {
  if (value.length > 40 || !value.includes(' ')) return false;
  if (NUMBERED_PERSON.test(value)) return true;
  const first = value.slice(0, value.indexOf(' '));
  if (NAMED_USER().test(value) && (/\d$/.test(value) || first === 'User' || isGivenName(first))) return true;
  const [, after, before] = PLACEHOLDER().exec(value) ?? [];
  const role = after ?? before;
  if (role !== undefined) return setHas(ROLES, fold(role));
  return ROLES.has(first.toLowerCase()) && IN_OTHER_LANGUAGES.test(value);
}
