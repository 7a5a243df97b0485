/** Sentences about passwords and keys, as in the fields of forms and translations: `Passwort vergessen?`. */
import { SECRET_SENTENCE_WORDS } from '../vocabulary/captions.ts';
import { fold, phraseSet, wordsOf } from '../vocabulary/words.ts';

const SENTENCE_WORDS = phraseSet(SECRET_SENTENCE_WORDS);
const SECRET_STEM =
  /pass(?:wor[dt]|wd|phrase|code)|kennwort|mots? de passe|contrasen|senha|wachtwoord|haslo|losenord|salasana|parola|sifre|jelszo|heslo|adgangskode|парол|סיסמ|secret|token|api[ -]?key|schlussel|clave/;
const SECRET_SCRIPT = /密码|密碼|パスワード|비밀번호|كلمة/;

/** Whether a value is a sentence about a secret and not a secret. */
export function isSecretSentence(value: string): boolean {
  if (SECRET_SCRIPT.test(value)) return true;
  if (!value.includes(' ') || value.length > 160 || /[=:]\s*\S/.test(value)) return false;
  return SECRET_STEM.test(fold(value)) && wordsOf(value).some((word) => SENTENCE_WORDS.has(word));
}
