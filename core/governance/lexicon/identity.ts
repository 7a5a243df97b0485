/** Field names of birth data, government numbers and health records. */

export const BIRTH_DATE_FIELDS = `
dateofbirth birthdate birth dob birthday birthdayon dateborn borndate bornon bornat birthdatetime birthyear yearofbirth monthofbirth birthmonth dayofbirth
geburtsdatum geburtstag gebdatum datedenaissance datenaissance naissance fechadenacimiento fechanacimiento fecnac nacimiento
datadenascimento datanascimento nascimento datadinascita datanascita nascita geboortedatum geboortedag dataurodzenia
fodelsedatum fodselsdato fodselsdag syntymaaika dogumtarihi datumnarozeni
датарождения деньрождения 生日 出生日期 生年月日 誕生日 생년월일 생일 تاريخالميلاد जन्मतिथि
`;

export const BIRTH_PLACE_FIELDS = `
placeofbirth birthplace cityofbirth birthcity geburtsort lieudenaissance lieunaissance lugardenacimiento lugarnacimiento localdenascimento
luogodinascita luogonascita geboorteplaats miejsceurodzenia fodelseort 出生地
`;

export const SSN_FIELDS = `
ssn socialsecuritynumber socialsecurity socialsecurityno ssnnumber ssnlast4 ssn4 ssnlastfour usssn socsecnum
`;

export const NATIONAL_ID_FIELDS = `
nationalnumber idnum idcardnum emso numeross svnummer rentenversicherungsnummer nationalidno citizenno citizenshipnumber residentnumber bvn omang personalidcode personnr cpr fnr fodselsnr rgnumber numerorg
cnic cnicnumber mynumber ktp noktp nomorktp nik nomornik dui irdnumber identification identitydocument identitydocumentnumber identificationdocument socialnumber kennitala henkilonumero tautibanumer
numsecu numsecurite nationalid nationalidnumber nationalidentifier nationalidentitynumber nationalinsurancenumber nationalinsurance nino ninumber nin idnumber identitynumber identificationnumber
identitycard identitycardnumber idcardnumber idcard idcardno governmentid governmentidnumber governmentissuedid citizenid personalnumber personalid personalidnumber personalidentitynumber personalcode
nhsnumber nhsno nhs cpf cpfnumber cpfcnpj numerocpf pesel numerpesel nrpesel aadhaar aadhar aadhaarnumber aadharnumber personnummer samordningsnummer bsn burgerservicenummer
dni nie numerodni dninie nir numerosecuritesociale numerodesecuritesociale securitesociale codicefiscale codfiscale codicefisc curp rfc cuil cuit cuitcuil
hetu henkilotunnus fodselsnummer cprnummer cprnumber cprnr sin socialinsurancenumber tfn taxfilenumber nric fin nricfin nricnumber mykad emiratesid rut rutnumero cedula cedulaidentidad numerocedula
tckimlik tckimlikno kimlikno tcno rodnecislo oib jmbg egn cnp amka personalausweis personalausweisnummer ausweisnummer sozialversicherungsnummer svnr ahvnummer ahvnr ahv steueridentifikationsnummer
rrn residentregistrationnumber jumin juminnumber hkid hkidnumber idno saidnumber rsaid isikukood asmenskodas personaskods teudatzehut idcardnr rijksregisternummer numeronational nationalregisternumber insz niss
ppsn ppsnumber ppsno medicarenumber medicareno snils снилс паспорт инн 身份证 身份证号 身份证号码 证件号码 证件号 マイナンバー 個人番号 주민등록번호 주민번호 fiscalcode identityno birthnumber voterid voteridnumber matricule
`;

export const PASSPORT_FIELDS = `
passport visanumber visano residencepermitnumber passportnumber passportno passportid passportnum numeropasaporte pasaporte numeropassaporto passaporto passaporte numeropasseport passeport
numerodepasseport reisepass reisepassnummer passnummer paspoort paspoortnummer paszport numerpaszportu traveldocumentnumber номерпаспорта серияпаспорта серияномерпаспорта 护照 护照号 护照号码 パスポート番号 여권번호
`;

export const DRIVER_LICENSE_FIELDS = `
driverlicense driverslicense drivinglicense drivinglicence driverlicence driverslicence driverlicensenumber driverslicensenumber driverslicenseno drivinglicensenumber drivinglicencenumber driverlicenseno dlnumber dlno driverlicensenum
licencedriver permisconduire numeropermis fuhrerschein fuhrerscheinnummer rijbewijs rijbewijsnummer licenciaconducir carnetconducir patente cnh numerocnh korkortsnummer prawojazdy 驾照 驾驶证号
`;

/** Tax numbers: personal unless the object around them is an organisation. */
export const TAX_ID_FIELDS = `
inn npwp nit ruc afm dic adoazonosito cif krapin taxcode taxno taxidno fiscalid fiscalnumber taxpayeridentificationnumber uniquetaxpayerreference nif niff steueridnummer idnr taxreference taxref taxfileno numerodeidentificacionfiscal
taxid taxidnumber taxidentificationnumber taxnumber taxpayerid taxpayernumber tin tinnumber ein itin steuernummer steuerid steueridnr numerofiscal numfiscal identificacionfiscal codigofiscal nip utr pannumber pancard
`;

/** Company tax numbers, personal only in the record of a person. */
export const VAT_FIELDS = `vat vatid vatnumber vatno ustid ustidnr partitaiva piva cnpj abn btw btwnummer tvaintracommunautaire gstin gst`;

export const HEALTH_RECORD_FIELDS = `
mrn medicalrecord medicalrecordnumber medicalrecordno medicalid patientnumber patientmrn healthid healthcardnumber healthcard healthinsurancenumber
insurancenumber insurancepolicynumber insurancememberid insuranceid healthplanid healthplannumber beneficiaryid memberinsuranceid medicaid medicaidid medicaidnumber medicarebeneficiaryid mbi
subscriberidinsurance krankenversichertennummer versichertennummer kvnr hospitalnumber chartnumber healthinsuranceid cartevitale
`;
