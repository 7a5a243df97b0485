/**
 * Field names that hold the name of a person.
 * Phrases are written as glued lower-case words without accents: `first_name`, `firstName` and `First Name` all read `firstname`.
 */

/** Personal wherever they stand. */
export const NAME_FIELDS = `
firstname lastname fullname middlename givenname familyname maidenname surname secondname middleinitial
realname birthname preferredname legalfirstname legallastname forename fname lname personname fullnames
cardholder cardholdername nameoncard accountholder accountholdername holdername contactname contactperson
recipientname beneficiaryname nextofkin mothersmaidenname mothermaidenname fathername mothername spousename
displaynamelastfirst attn careof authorsignature phoneticname phoneticfirstname phoneticlastname firstnamekana lastnamekana namekana fullnamekana furigana assistantname managername receivername signername
emergencycontactname callername displaynameofperson patronymic
vorname nachname familienname geburtsname vollstandigername mittelname kontoinhaber karteninhaber ansprechpartner
prenom nomdefamille nomcomplet nomdenaissance nomdeusage nomfamille titulaire nomprenom prenomnom
nombrecompleto apellido apellidos primerapellido segundoapellido apellidopaterno apellidomaterno primernombre nombreyapellidos nombrepila titular
nomecompleto sobrenome primeironome ultimonome nomedamae nomemae nomepai nomesocial
cognome nomecognome nominativo intestatario
voornaam achternaam volledigenaam tussenvoegsel geslachtsnaam roepnaam
imie nazwisko imienazwisko imieinazwisko drugieimie nazwiskorodowe
fornamn efternamn fulltnamn fornavn etternavn efternavn etunimi sukunimi
jmeno prijmeni keresztnev vezeteknev adsoyad soyad soyadi isim
imya familiya otchestvo имя фамилия отчество фио полноеимя прізвище ім'я
フリガナ ふりがな 氏名カナ カナ氏名 姓カナ 名カナ
姓名 名字 姓 名 氏名 お名前 名前 姓氏 全名 联系人 收件人 收货人 收货人姓名 联系人姓名 客户姓名 真实姓名 이름 성명 성함 الاسم الاسمالكامل नाम 
`;

/** A name of something; personal only by the object around it. */
export const BARE_NAME_FIELDS = `
name cn sn gecos displayname legalname completename formattedname preferreddisplayname sortname sortablename accountname display descriptor displayvalue nom nome nombre naam namn navn nimi nazwa denominazione имяполное 名称
`;
