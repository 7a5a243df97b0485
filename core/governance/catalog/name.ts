import { endsAsThing, looksLikeOrganisation, looksLikeThing, plausibleName } from '../facts/personName.ts';
import { isPlaceholderPerson } from '../facts/placeholderPerson.ts';
import { Trait, type Traits } from '../facts/traits.ts';
import { Evidence } from './evidence.ts';
import { personalData } from './kind.ts';

/** Names of fields that hold a person's or a company's name. */
const PERSON_OR_COMPANY_FIELDS: ReadonlySet<string> = new Set(
  'sender recipient receiver creator customer client buyer shipper consignee payee payer creditor debtor beneficiary owner author publisher registrant issuer'
    .split(' ')
    .flatMap((owner) => [`${owner}name`, `${owner}fullname`, `${owner}displayname`])
    .concat('nomcomplet', 'nombrecompleto', 'nomecompleto'),
);
/** Names of fields for who did something: a person or a program. */
const ACTOR_FIELD = /(?:ed|sent|made)by(?:user)?name$/;
/** Cloud regions: `North Central US`. */
const REGION =
  /^(?:(?:North|South|East|West|Central|Southeast|Southwest|Northeast|Northwest) )+(?:US|UK|Europe|Asia|India|Africa|America)(?: \d)?$/;

const isRegion = (value: string, name: string): boolean => name === 'fullname' && REGION.test(value);

/** `Acme Logistics`, `Deutscher Wetterdienst`. */
const isCompany = (value: string): boolean => looksLikeOrganisation(value) || endsAsThing(value);

/** `JupiterOne`, `Northwind-GmbH`: a brand or a company in one word. `McDonald` and `DeVries` are surnames. */
const BRAND = /^\p{Lu}\p{Ll}{3,}\p{Lu}|-(?:GmbH|AG|Oy|AB|BV|Ltd|Inc|LLC|Corp|Labs?|Org)$/u;

/** Whether a value names a company or a program, for fields that allow one. */
function isCompanyOrProgram(value: string, { marks }: Readonly<Traits>, name: string): boolean {
  if (name.length <= 8) return false;
  if ((marks & Trait.blank) === 0)
    return PERSON_OR_COMPANY_FIELDS.has(name) && (BRAND.test(value) || endsAsThing(value));
  return PERSON_OR_COMPANY_FIELDS.has(name)
    ? isCompany(value)
    : ACTOR_FIELD.test(name) && !isPlaceholderPerson(value) && (isCompany(value) || looksLikeThing(value));
}

const PARTS =
  'first last given family middle full text display formatted surname forename value maiden second legal preferred';

/** Names of people. */
export const name = personalData({
  id: 'name',
  title: 'Names of people',
  group: 'contact',
  on: true,
  distinct: true,
  everywhere: true,
  finds: 'name fields of people',
  leaves: 'names of companies, products, places; names in free text',
  fields: {
    /** A name of anything: personal only when the object says so. */
    bareName: {
      names: `
creditcardname nomaffiche anzeigename weergavenaam nomexibicao nomeexibicao nomevisualizzato visningsnavn visningsnamn nazwawyswietlana nombremostrado nombreparamostrar nometext nametext
longname namepublic globalname fullyqualifiedname additionalname additionalnames othernames alternatename alternatenames alternativename alternativenames printoncheckname alism name cn sn gecos displayname legalname completename formattedname preferreddisplayname sortname sortablename accountname display descriptor displayvalue nm adi onoma ονομα اسم ism nama nume ten onomasia nom nome nombre naam namn navn nimi nazwa denominazione имяполное 名称
`,
      accepts(value, traits, name) {
        return plausibleName(value, 'anything', traits) && !isRegion(value, name);
      },
      evidence: Evidence.named,
      parts: `${PARTS} givenname familyname nick`,
      captions: 'bareName',
    },
    /** Always personal. */
    name: {
      names: `
creditname publishedname penname signaturename deliverysignaturename signedforbyname vorna nachn namev koinh ename namefirst namelast embossedname embossname embossingname embossedline1 namekanji namekatakana
firstname lastname fullname middlename givenname familyname maidenname surname secondname middleinitial
knownas alsoknownas goesby matchedname inmemoryof inhonorof inhonourof onbehalfof legalnm dedicatedto signedby signedoffby accountholders coholder jointholder secondholder namecomplete namefull
maiden titleandname nameandtitle icename icecontact givn surn initials plusone realname middleinit middleinits ccname nameoncreditcard etunimet birthname preferredname legalfirstname legallastname forename fname lname personname fullnames
legalfullname fulllegalname legalsurname consumername cardownername bankaccountowner accountownername ownername matchedperson grantor grantee debtorname creditorname ultimatedebtor ultimatecreditor referee attentionto recipientfullname contactpersonname personincharge assuredname insuredname husbandname wifename fatherhusbandname guardianname motherfullname kinname nokname
cardholder cardholdername nameoncard accountholder accountholdername holdername contactname contactperson
recipientname beneficiaryname nextofkin mothersmaidenname mothermaidenname fathername mothername spousename
displaynamelastfirst attn careof authorsignature phoneticname phoneticfirstname phoneticlastname firstnamekana lastnamekana namekana fullnamekana furigana assistantname managername receivername signername
emergencycontactname emergencyname callername displaynameofperson patronymic
rufname zuname ehename kontoinhaberin karteninhaberin kontoinhabername bankinhaber anredename rechnungsempfanger zahlungsempfanger warenempfanger kontaktname vollername voornamen familienaam geboortenaam meisjesnaam voorletters tenaamstelling rekeninghouder kaarthouder
vorname nachname familienname geburtsname vollstandigername mittelname kontoinhaber karteninhaber ansprechpartner
nomusage nomusuel nompatronymique nomjeunefille nommarital prenoms deuxiemeprenom nomentier nomtitulaire medecintraitant nommedecin nomcontact nomcomplet titulairecompte titulairecarte
prenom nomdefamille nomcomplet nomdenaissance nomdeusage nomfamille titulaire nomprenom prenomnom
nombres nombrespila segundonombre nombremadre nombrepadre nombreconyuge nombretutor nombretitular apellido1 apellido2 apellidocasada titularcuenta titulartarjeta
nombrecompleto apellido apellidos primerapellido segundoapellido apellidopaterno apellidomaterno primernombre nombreyapellidos nombrepila titular
cognom cognoms primercognom segoncognom abizena abizenak nomeproprio nomesproprios apelido apelidofamilia nomedopai filiacaomae filiacaopai nometitular nomedotitular nomecartao nomeresponsavel
nomecompleto sobrenome primeironome ultimonome nomedamae nomemae nomepai nomesocial
cognome nomecognome nominativo intestatario
voornaam achternaam volledigenaam tussenvoegsel geslachtsnaam roepnaam
firstnamealias lastnamealias middlenamealias
imiona nazwiskoimie nazwiskopanienskie wlascicielkonta posiadaczkarty odbiorcanazwaosoby
imie nazwisko imienazwisko imieinazwisko drugieimie nazwiskorodowe
fornamn efternamn fulltnamn fornavn etternavn efternavn etunimi sukunimi
krestnijmeno celejmeno rodneprijmeni utonev csaladnev teljesnev keresztneve anyjaneve leanykorinev prenume numefamilie numecomplet numedefamilie soyadi adsoyad adisoyadi isimsoyisim soyisim kizliksoyadi babaadi anneadi onad ime prezime imeprezime imeiprezime vardas pavarde vards uzvards eesnimi perenimi perekonnanimi priezvisko menoapriezvisko krstnemeno
fulltnavn fulltnamn heltnamn navnfornavn mellomnavn mellannamn pikenavn kutsumanimi kokonimi
paterno materno jmeno prijmeni keresztnev vezeteknev adsoyad soyad soyadi isim
 eponymo onomateponymo patronymo επωνυμο ονοματεπωνυμο ονοματεπωνυμια πατρωνυμο שםפרטי שםמשפחה שםמלא laqab الاسمالاول الاسمالأول اسمالعائلة لقبالعائلة الاسمبالكامل اسمالاب اسمالأم
sei mei shimei seikana meikana shimeikana namae myoji seikanji meikanji firstnamekanji lastnamekanji kozameigi kozameiginin xingming xing mingzi lianxiren shoujianren shouhuoren jinjilianxiren zhenshixingming hoten hovaten tenkhachhang tendaydu hovatendem namalengkap namadepan namabelakang namaibukandung namaayah namaibu namapelanggan namapenerima namapemilik seongmyeong
fio imya familiya otchestvo имя фамилия отчество фио полноеимя прізвище ім'я
口座名義 口座名義人 口座名義カナ 名義人 苗字 セイ メイ お客様名 顧客名 氏 紧急联系人 收件人姓名 监护人 户名 持卡人 开户人 수령인 받는사람 예금주 보호자 성함 닉네임실명 имяклиента фиоклиента имяотчество контактноелицо девичьяфамилия
フリガナ ふりがな 氏名カナ カナ氏名 姓カナ 名カナ
ชื่อ นามสกุล ชื่อนามสกุล ชื่อเต็ม ชื่อจริง ชื่อผู้รับ імя прізвище побатькові піб имефамилия презиме نام نامخانوادگی नाम पूरानाम পুরোনাম নাম
姓名 名字 姓 名 氏名 お名前 名前 姓氏 全名 联系人 收件人 收货人 收货人姓名 联系人姓名 客户姓名 真实姓名 이름 성명 성함 الاسم الاسمالكامل नाम
`,
      accepts(value, traits, name) {
        return (
          plausibleName(value, 'person', traits) && !isRegion(value, name) && !isCompanyOrProgram(value, traits, name)
        );
      },
      evidence: Evidence.contact,
      parts: PARTS,
      captions: 'name',
      byLabel: true,
      mayBeTest: true,
      mayRefer: true,
    },
  },
});
