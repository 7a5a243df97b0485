import { ISO_DATE } from '../facts/traits.ts';
import { Evidence } from './evidence.ts';
import { NUMBER_PARTS, personalData } from './kind.ts';

/** Database ids: 24 or 32 hexadecimal digits. */
const RECORD_ID = /^(?=.*[a-f])(?=.*\d)(?:[0-9a-f]{24}|[0-9a-f]{32})$/;

/** Times of the years 2013 to 2039, `20260101120000`. No national id with fourteen digits can look like this. */
const TIMESTAMP = /^20(?:1[3-9]|[23]\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d[0-5]\d$/;

/** `30/09/2024`; no national id has its digits in these groups with these signs. */
const DATE = /^\d{1,2}([/.])\d{1,2}\1\d{4}$/;

/** Numbers that states issue to people. */
export const nationalId = personalData({
  id: 'national-id',
  title: 'National id numbers',
  group: 'identity',
  on: true,
  minimal: true,
  everywhere: true,
  finds: 'ids of more than 30 countries, with check digits',
  leaves: 'numbers without check digits or context',
  fields: {
    nationalId: {
      names: `
ine claveelector clavedeelector pieceidentite piecedidentite numeropieceidentite kojinbango perid
sss sssno sssnumber philhealth philhealthno philhealthnumber pagibig pagibigno umid pps ppsno іпн рнокпп егн เลขบัตรประชาชน เลขประจำตัวประชาชน หมายเลขบัตรประชาชน cartaocidadao cartaodecidadao numerocartaocidadao आधारनंबर کدملی תעודתזהות מספרתעודתזהות
taj tajszam codfisc carteiraidentidade מספרזהות nationalnumber idnum idcardnum emso numeross svnummer rentenversicherungsnummer nationalidno citizenno citizenshipnumber residentnumber bvn omang personalidcode personnr cpr fnr fodselsnr rgnumber numerorg
kojinbango shenfenzheng shenfenzhenghao shenfenzhenghaoma socmnd cmnd cccd socccd aadharno aadhaarno uidai workpermit workpermitnumber residencecard residencecardnumber zairyucard registrogeral rg nrrg carteidentite cni numerocni cartanational cartaidentita documentoidentidad documentoidentificacion dowod dowodu dowoduosobistego dowodosobisty nrdowodu seriainumerdowodu szemelyiszam szemelyiigazolvany szig buletin cartedeidentitate serieci tckimlik cislooP cisloop obcanskyprukaz nss numeroafiliacion numeroseguridadsocial seguridadsocial numsegurosocial imss curpnumber personalausweisnr persoausweis persoausweisnr perso persoNr personr ausweis ausweisnr rentenversicherung rentenversicherungsnr sozialversicherung sozialversicherungsnr αριθμοςταυτοτητας ταυτοτητα αμκα תז תעודתזהות מספרזהות رقمالهوية الهوية الرقمالقومي رقمالهويةالوطنية الهويةالوطنية снилсномер 证件 身份证件号码 在留カード番号
cnic cnicnumber mynumber ktp noktp nomorktp nik nomornik dui irdnumber identification identitydocument identitydocumentnumber identificationdocument socialnumber kennitala henkilonumero tautibanumer
numsecu numsecurite nationalid nationalidnumber nationalidentifier nationalidentitynumber nationalinsurancenumber nationalinsurance nino ninumber nin idnumber identitynumber identificationnumber
identitycard identitycardnumber idcardnumber idcard idcardno governmentid governmentidnumber governmentissuedid citizenid personalnumber personalid personalidnumber personalidentitynumber personalcode
nhsnumber nhsno nhs cpf cpfnumber cpfcnpj numerocpf pesel numerpesel nrpesel aadhaar aadhar aadhaarnumber aadharnumber personnummer samordningsnummer bsn burgerservicenummer
dni nie numerodni dninie nir numerosecuritesociale numerodesecuritesociale securitesociale codicefiscale codfiscale codicefisc curp rfc cuil cuit cuitcuil
hetu henkilotunnus fodselsnummer cprnummer cprnumber cprnr sin socialinsurancenumber tfn taxfilenumber nric fin nricfin nricnumber mykad emiratesid rut rutnumero cedula cedulaidentidad numerocedula
tckimlik tckimlikno kimlikno tcno rodnecislo oib jmbg egn cnp amka personalausweis personalausweisnummer ausweisnummer sozialversicherungsnummer svnr ahvnummer ahvnr ahv steueridentifikationsnummer
rrn residentregistrationnumber jumin juminnumber hkid hkidnumber idno saidnumber rsaid isikukood asmenskodas personaskods teudatzehut idcardnr rijksregisternummer numeronational nationalregisternumber insz niss
ppsn ppsnumber ppsno medicare medicarecard medicarecardnumber medicarenumber medicareno snils снилс паспорт инн 身份证 身份证号 身份证号码 证件号码 证件号 マイナンバー 個人番号 주민등록번호 주민번호 fiscalcode identityno birthnumber voterid voteridnumber matricule
`,
      accepts(value, { digits }, name) {
        // A tax number in Mexico; elsewhere a date format or a document of the IETF.
        if (name === 'rfc') return /^[A-ZÑ&]{3,4}-?\d{6}-?[A-Z0-9]{3}$/i.test(value);
        // A number of pupils and students in France, or the key of a voter in Mexico.
        if (name === 'ine') return /^(?:\d{9}(?:\d[A-Z]|[A-Z]{2})|[A-Z]{6}\d{8}[HM]\d{3})$/.test(value);
        if (name === 'rrn') return /^\d{6}-?\d{7}$/.test(value);
        // An employee number in most countries, a national id in two.
        if (name === 'matricule') return digits >= 11 && value.length <= 20;
        return (
          digits >= 4 &&
          value.length <= 32 &&
          !ISO_DATE.test(value) &&
          !(value.length < 11 && DATE.test(value)) &&
          !RECORD_ID.test(value) &&
          !(value.length === 14 && TIMESTAMP.test(value))
        );
      },
      acceptsNumber: (digits) => digits >= 6 && digits <= 18,
      evidence: Evidence.contact,
      parts: `${NUMBER_PARTS} serianumer seriainumer serieinumar serienumero seriesnumber documentnumber documentno identifier серия номер series seria serie`,
      hl7: ['NI', 'NIIP'],
      isNumber: true,
      namedInText: true,
      byLabel: true,
      byUse: true,
      mayRefer: true,
      mayBeMasked: true,
    },
  },
  topics: {
    id: `
emirates nhs cpf pesel aadhaar aadhar personnummer bsn dni nie nir fiscale curp hetu henkilotunnus sin nric fin rut cedula tckn kimlik rodne egn cnp oib jmbg burgerservicenummer
    nino insurance identity identification national citizen ahv avs svnr fodselsnummer cpr hkid steuerid identifikationsnummer steueridentifikationsnummer securite sociale nif ppsn amka insz rijksregisternummer id身份证 身份证 身份证号 マイナンバー 주민등록번호
`,
  },
});
