/** Field names of birth data, government numbers and health records. */

export const BIRTH_DATE_FIELDS = `
gbdat tanjobi umaretahi
bday born bornon dobday dobmonth dobyear dobts dobtimestamp dobms birthts birthms nele neele natoil nataail nacidoel nascidoem yob birthyr yrofbirth birthmo datanaixement วันเกิด датанародження датанараждане تاریختولد जन्मदिन
dateofbirth birthdate birth dob birthday birthdayon dateborn borndate bornon bornat birthdatetime birthyear yearofbirth monthofbirth birthmonth dayofbirth
geburtsdatum geburtstag gebdatum datedenaissance datenaissance naissance fechadenacimiento fechanacimiento fecnac nacimiento
datadenascimento datanascimento nascimento datadinascita datanascita nascita geboortedatum geboortedag dataurodzenia
fodelsedatum fodselsdato fodselsdag syntymaaika dogumtarihi datumnarozeni
datumgeboorte dataur ddn seinengappi seinengappii birthdt birthtimestamp ngaysinh tanggallahir tgllahir szuletesidatum szulido datanasterii dogumgunu datadaurodz syntymapaiva χρονολογιαγεννησης ημγεννησης ημερομηνιαγεννησης ημνιαγεννησης תאריךלידה تاريخالولادة chushengriqi shengri датарожд 出生年月 出生年月日 생년월
датарождения деньрождения 生日 出生日期 生年月日 誕生日 생년월일 생일 تاريخالميلاد जन्मतिथि
`;

export const BIRTH_PLACE_FIELDS = `
gbort
placeofbirth birthplace cityofbirth birthcity geburtsort lieudenaissance lieunaissance lugardenacimiento lugarnacimiento localdenascimento
naturalidade naturalde lugarnac cityofbirthname birthlocation birthcityname fodested fodeby syntymapaikka syntymakotikunta szuletesihely loculnasterii dogumyeri mistonarozeni tempatlahir noisinh τοποςγεννησης מקוםלידה مكانالميلاد местород 籍贯 出身地 출생지
luogodinascita luogonascita geboorteplaats miejsceurodzenia fodelseort 出生地
`;

export const SSN_FIELDS = `
ssnumber ssn socialsecuritynumber socialsecurity socialsecurityno ssnnumber ssnlast4 ssn4 ssnlastfour usssn socsecnum
`;

export const NATIONAL_ID_FIELDS = `
pieceidentite piecedidentite numeropieceidentite kojinbango perid
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
`;

export const PASSPORT_FIELDS = `
paszportu passnr reisepassnr passin passinnumero pasnummer passinumero paspoortnr ryokenbango huzhao huzhaohao paspor nomorpaspor nopaspor sohochieu hochieu utlevelszam utlevel cislopasu pasaportno pasaport pasaportnumarasi numarpasaport numerpasu διαβατηριο αριθμοςδιαβατηριου דרכון מספרדרכון جوازالسفر رقمالجواز رقمجوازالسفر الجواز паспортныеданные паспортномер загранпаспорт 旅券番号 旅券 mrz mrzline mrzcode mrztext machinereadablezone
passport visanumber visano residencepermitnumber passportnumber passportno passportid passportnum numeropasaporte pasaporte numeropassaporto passaporto passaporte numeropasseport passeport
numerodepasseport reisepass reisepassnummer passnummer paspoort paspoortnummer paszport numerpaszportu traveldocumentnumber номерпаспорта серияпаспорта серияномерпаспорта 护照 护照号 护照号码 パスポート番号 여권번호
`;

export const DRIVER_LICENSE_FIELDS = `
driverlicense driverslicense drivinglicense drivinglicence driverlicence driverslicence driverlicensenumber driverslicensenumber driverslicenseno drivinglicensenumber drivinglicencenumber driverlicenseno dlnumber dlno driverlicensenum
oln olnnumber operatorlicense operatorlicensenumber operatorslicense licencedriver permisconduire numeropermis fuhrerschein fuhrerscheinnummer rijbewijs rijbewijsnummer licenciaconducir carnetconducir patente cnh numerocnh korkortsnummer prawojazdy 驾照 驾驶证号
`;

/** Tax numbers: personal unless the object around them is an organisation. */
export const TAX_ID_FIELDS = `
stcd1 stcd2 stcd3 stcd4 stcd5
nomornpwp masothue mst panno numerocontribuinte contribuinte numfiscal codefiscal nofiscal referencefiscale numeroimpots steuernr steueridentnr steueridentnummer steueridentifikationsnr steuerlicheidentifikationsnummer identifikationsnummersteuer fiscaalnummer rsin skattenummer adoszam adoazonositojel dph vergino verginumarasi vergikimlikno αφμ инн иннфизлица الرقمالضريبي 納税者番号 税号 纳税人识别号
inn npwp nit ruc afm dic adoazonosito cif krapin taxcode taxno taxidno fiscalid fiscalnumber taxpayeridentificationnumber uniquetaxpayerreference nif niff steueridnummer idnr taxreference taxref taxfileno numerodeidentificacionfiscal
taxid taxidnumber taxidentificationnumber taxnumber taxpayerid taxpayernumber tin tinnumber ein itin steuernummer steuerid steueridnr numerofiscal numfiscal identificacionfiscal codigofiscal nip utr pannumber pancard
`;

/** Company tax numbers, personal only in the record of a person. */
export const VAT_FIELDS = `stceg vat vatid vatnumber vatno ustid ustidnr partitaiva piva cnpj abn btw btwnummer tvaintracommunautaire gstin gst`;

export const HEALTH_RECORD_FIELDS = `
patientennummer patientennr numeropatient numeropaciente patientnr numerpacjenta numutente numeroutente numerodeutente hospitalno hospitalnum nhinumber nhino
kvnummer krankenversicherungsnummer krankenversicherungsnr versichertennr krankenkassennummer egknummer carteassurancemaladie tesserasanitaria numerotesserasanitaria cartaosus numerosus cns numerocns numerocartaosus tarjetasanitaria numerotarjetasanitaria zorgpolis polisnummerzorg verzekerdennummer verzekerdenummer hokenshobango hokenshabango hihokenshabango 保険証番号 被保険者番号 保険者番号 医保卡号 社保卡号 номерполиса kelaelakortti sjukforsakringsnummer medicalcardnumber healthcareid memberhealthid patientrecordnumber chartno
mrn medicalrecord medicalrecordnumber medicalrecordno medicalid patientnumber patnumber patientno patientmrn healthid healthcardnumber healthcard healthinsurancenumber
insurancenumber insurancepolicynumber insurancememberid insuranceid healthplanid healthplannumber beneficiaryid memberinsuranceid medicaid medicaidid medicaidnumber medicarebeneficiaryid mbi
subscriberidinsurance krankenversichertennummer versichertennummer kvnr hospitalnumber chartnumber healthinsuranceid cartevitale
`;

/** Of which state somebody is a citizen. */
export const NATIONALITY_FIELDS = `
nationality citizenship nationalities citizenships nationalitycode citizenshipcode countryofcitizenship citizenshipcountry nationalitycountry countryofnationality staatsangehorigkeit staatsangehoerigkeit staatsburgerschaft staatsbuergerschaft
nationalitat nationalitaet nationalite citoyennete nacionalidad nacionalidade nazionalita cittadinanza nationaliteit obywatelstwo narodowosc medborgarskap
statsborgerskap statsborgerskab nationalitet kansalaisuus obcanstvi statniobcanstvi statniprislusnost allampolgarsag nemzetiseg cetatenie cetatenia uyruk uyrugu vatandaslik kewarganegaraan quoctich
kokuseki guoji гражданство национальность громадянство ιθαγενεια υπηκοοτητα εθνικοτητα אזרחות לאום الجنسية جنسية 国籍 國籍 국적
`;
