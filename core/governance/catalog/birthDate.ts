import { Evidence } from './evidence.ts';
import { personalData } from './kind.ts';

const DATE_LIKE =
  /^\/Date\(-?\d{6,14}|^\D{0,12}(?:\d{4}[-/.年]\s?\d{1,2}(?:[-/.月]\s?\d{1,2}日?)?|\d{1,2}[-/. ]{1,2}\d{1,2}[-/. ]{1,2}\d{2,4}|\d{8}|\d{4}|\d{1,2}\.? ?(?:de )?\p{L}{3,12}\.?,?(?: de)? ?\d{2,4}|\p{L}{3,12}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{2,4}|-{0,2}\d{2}-\d{2}|\d{1,2}[/.]\d{1,2}\.?$)/u;

/** Dates of birth. */
export const birthDate = personalData({
  id: 'birth-date',
  title: 'Dates of birth',
  group: 'identity',
  on: true,
  finds: 'birth fields; dates behind a word of birth in text',
  leaves: 'every other date',
  fields: {
    birthDate: {
      names: `
gbdat tanjobi umaretahi
bday born bornon dobday dobmonth dobyear dobts dobtimestamp dobms birthts birthms nele neele natoil nataail nacidoel nascidoem yob birthyr yrofbirth birthmo datanaixement วันเกิด датанародження датанараждане تاریختولد जन्मदिन
dateofbirth birthdate birth dob birthday birthdayon dateborn borndate bornon bornat birthdatetime birthyear yearofbirth monthofbirth birthmonth dayofbirth
geburtsdatum geburtstag gebdatum datedenaissance datenaissance naissance fechadenacimiento fechanacimiento fecnac nacimiento
datadenascimento datanascimento nascimento datadinascita datanascita nascita geboortedatum geboortedag dataurodzenia
fodelsedatum fodselsdato fodselsdag syntymaaika dogumtarihi datumnarozeni
datumgeboorte dataur ddn seinengappi seinengappii birthdt birthtimestamp ngaysinh tanggallahir tgllahir szuletesidatum szulido datanasterii dogumgunu datadaurodz syntymapaiva χρονολογιαγεννησης ημγεννησης ημερομηνιαγεννησης ημνιαγεννησης תאריךלידה تاريخالولادة chushengriqi shengri датарожд 出生年月 出生年月日 생년월
датарождения деньрождения 生日 出生日期 生年月日 誕生日 생년월일 생일 تاريخالميلاد जन्मतिथि
`,
      accepts: (value, { digits }) => digits >= 2 && value.length <= 40 && DATE_LIKE.test(value),
      acceptsNumber: (digits) => digits > 0 && digits !== 3 && digits !== 5,
      evidence: Evidence.contact,
      parts: 'date value text formatted day month year raw',
      byLabel: true,
      mayBeMasked: true,
    },
  },
  topics: {
    birth: `
fodelsedatum fodselsdato fodselsdag foedselsdato syntymaaika born nacio naci nasceu nasci nascera foddes fodtes geborene geborener geborenen gebore urodzil narodil narodila birth dob birthday birthdate geboren geburtsdatum geburtstag naissance nacimiento nascimento nascita geboortedatum urodzenia urodzony urodzona urodzil urodzila fodd fodt fodda syntynyt narozen narozena dogum geboortedag nee nacido nacida nascido nascida nato nata ne geb 出生 生年月日 생년월일 рождения
`,
  },
});
