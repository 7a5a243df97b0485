import { isDigit, Trait } from '../facts/traits.ts';
import { Evidence } from './evidence.ts';
import { personalData } from './kind.ts';

/** Patterns that stand for many mailboxes: `*@example.org`, `@example.org`, `{first}.{last}@example.org`. */
const MAILBOX_PATTERN = /^(?:[*%.+]|\{\w+\}|<\w+>)*@/;

/** Mailboxes of a role. */
const ROLE_MAILBOX =
  /^(?:info|support|sales|admin|administrator|postmaster|hostmaster|webmaster|abuse|no-?reply|contact|hello|office|billing|accounts?|team|help|mail|root|security|marketing|jobs|careers|press|orders?)$/i;

function isAlphanumeric(code: number): boolean {
  return isDigit(code) || ((code | 32) >= 0x61 && (code | 32) <= 0x7a);
}

/** E-mail addresses. */
export const email = personalData({
  id: 'email',
  title: 'E-mail addresses',
  group: 'contact',
  on: true,
  distinct: true,
  everywhere: true,
  finds: 'addresses anywhere, by field and in text',
  leaves: 'git@host:repo, @scope/pkg@1.2.3, service accounts',
  fields: {
    email: {
      names: `
smtpaddr smtpaddress mailadresse emailaddr meru meruadoresu meeru
correuelectronic correu อีเมล имейладрес електроннапошта پستالکترونیک ایمیل
email emailaddress mail mailaddress emailaddr emailid primaryemail useremail workemail replyto replytoaddress paypalemail upn userprincipalname
correo correoelectronico courriel adressemail adressemel emailadresse mailadresse epost epostadress epostadresse correu
postaelettronica indirizzoemail enderecoemail sahkoposti eposta adresemail adresaemail elektronischepost
emailadr emailcim emailkontakt mailcontact pec postaelectronica emailovaadresa youxiang dianziyoujian diachiemail alamatemail surel ηλεκτρονικοταχυδρομειο ηλεκτρονικηδιευθυνση ιμειλ البريد البريدالإلكتروني بريدالكتروني دوאראלקטרוני דואר דואל אימייל элпочта адресэлектроннойпочты Eメール
почта электроннаяпочта емейл имейл 邮箱 电子邮件 邮件 电子邮箱 邮箱地址 メール メールアドレス 電子メール 이메일 이메일주소 البريدالالكتروني ईमेल
`,
      accepts(value, { marks }) {
        if ((marks & Trait.at) !== 0) return isAlphanumeric(value.charCodeAt(0)) || !MAILBOX_PATTERN.test(value);
        return value.includes('%40') || /\S\s?[[(]?\bat\b[\])]?\s?\S+\s?(?:[[(]?dot[\])]?|\.)\s?\w/i.test(value);
      },
      evidence: Evidence.contact,
      parts: 'data value address email addr text raw',
      hasForm: true,
      byLabel: true,
      byUse: true,
    },
    /** The part before the `@`, whose domain is in another field. */
    emailLocalPart: {
      names: 'localpart emaillocalpart maillocalpart emaillocal emailprefix',
      accepts: (value) => /^[\p{L}\d][\p{L}\d.+_-]{1,63}$/u.test(value) && !ROLE_MAILBOX.test(value),
      evidence: Evidence.contact,
      mayBeDotted: true,
    },
  },
});
