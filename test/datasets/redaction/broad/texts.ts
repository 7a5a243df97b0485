/** Sentences for tuning: what people write about themselves in eleven languages, and what only looks like it. */
import { fill, type LabelledText } from '../text/index.ts';
import { valuesOf } from '../values.ts';
import { toldTexts } from './told.ts';

const SENTENCES = `
password: {password}
Password is {password}, please change it after the first login.
Your temporary password is {password}.
pw {password} works for me
User: jdoe, pass: {password}
login jdoe / password {password} on the staging box
The wifi password at the cabin: {word}!
Das Passwort lautet {password}.
Mein Kennwort ist {password}, bitte nicht weitergeben.
Passwort für das Portal: {password}
Neues Passwort: {password}
Le mot de passe est {password}.
mot de passe : {password}
Votre nouveau mot de passe provisoire est {password}.
La contraseña es {password}, no la compartas.
contraseña: {password}
Mi contraseña nueva es {password}
A senha é {password}.
senha: {password}
La password è {password}.
Het wachtwoord is {password}.
wachtwoord: {password}
Hasło to {password}.
hasło: {password}
Lösenordet är {password}.
Passordet er {password}.
Heslo je {password}.
Пароль: {password}
Ваш пароль {password}, смените его.
パスワードは{password}です。
密码是{password}
My PIN is {pin}, the card is in the drawer.
PIN: {pin}
Die PIN lautet {pin}.
Your verification code is {pin}.
Use code {pin} to verify your login.
{pin} is your one-time passcode.
Ihr Bestätigungscode: {pin}
Votre code de vérification est {pin}.
Tu código de verificación es {pin}.
Seu código de verificação é {pin}.
My SSN is {ssn}.
SSN: {ssn:plain}
SSN {ssn:spaced} on the W-9
Social security no. {ssn:spaced}
Her social is {ssn:plain}.
ssn# {ssn}
Social Security Number ({ssn:dotted}) was wrong.
SS# {ssn}
the applicant's SSN ends up as {ssn:plain} in the export
Passport {passport}, issued in Boston.
Passport no. {passport:two}
passport number is {passport:digits}
Passport: {passport:digits}
Passport # {passport}
UK passport {passport:digits} expires soon.
Mein Reisepass hat die Nummer {passport:de}.
Reisepassnummer: {passport:de}
Pass-Nr. {passport:de}
Passnummer {passport:de}, gültig bis 2031
Numéro de passeport : {passport:two}
Mon passeport {passport:two} a été volé.
Pasaporte: {passport:two}
Mi número de pasaporte es {passport:two}.
Passaporte {passport:two}
O número do meu passaporte é {passport:two}.
Passaporto n. {passport:two}
Il mio passaporto è {passport:two}.
Paspoortnummer {passport:two}
Mijn paspoort heeft nummer {passport:two}.
Numer paszportu: {passport:two}
Paszport {passport:two}
Номер паспорта {passport:digits}
パスポート番号 {passport:two}
护照号码：{passport:two}
National ID: {nationalid}
ID card number {nationalid}
My national ID number is {nationalid}.
Ausweisnummer: {nationalid}
Personalausweis Nr. {nationalid}
Numéro de carte d'identité : {nationalid}
Cédula: {nationalid}
Documento de identidad {nationalid}
Numero carta d'identità: {nationalid}
Nr dowodu osobistego: {nationalid}
National Insurance number {nino}
NI number: {nino}
CPF: {cpf}
O CPF dela é {cpf}.
PESEL: {pesel}
Mój PESEL to {pesel}.
BSN: {bsn}
Mijn burgerservicenummer is {bsn}.
DNI: {dni}
Mi DNI es {dni}.
NHS number: {nhs}
Steuer-ID: {taxid}
Meine Steueridentifikationsnummer ist {taxid}.
Tax ID: {taxid}
Numéro fiscal : {taxid}
Driver's license number {licence}
Driver license: {licence}
Führerscheinnummer {licence}
Date of birth: {birth}
DOB {birth:slash}
DOB: {birth:us}
d.o.b. {birth:slash}
born on {birth:long} in Leeds
She was born {birth:us}.
Birthday: {birth:long}
Geburtsdatum: {birth:de}
geb. {birth:de} in Kiel
geboren am {birth:de}
Date de naissance : {birth:slash}
née le {birth:slash} à Lyon
Fecha de nacimiento: {birth:slash}
nacida el {birth:slash}
Data de nascimento: {birth:slash}
nascido em {birth:slash}
Data di nascita: {birth:slash}
nato il {birth:slash} a Torino
Geboortedatum: {birth:slash}
geboren op {birth:slash}
Data urodzenia: {birth:de}
urodzona {birth:de}
Födelsedatum {birth}
Fødselsdato: {birth:de}
Дата рождения: {birth:de}
生年月日：{birth}
出生日期 {birth}
Patient (DOB {birth:slash}) seen today.
Phone: {phone}
Tel. {phone:de}
Tel: {phone:fr}
Mobile {phone}, office {phone}
Call {phone:loose} after six.
Meine Nummer: {phone:de}
Handy {phone:de}
Mon numéro : {phone:fr}
Mi teléfono: {phone:es}
Telefone: {phone:br}
Telefoon {phone:nl}
tel. kom. {phone:pl}
Bank account {account}, sort code 04-00-04
Account number: {account}
IBAN: {iban:grouped}
Upgraded the agent from {trap:version} to {trap:version} on Tuesday.
Fixed in {trap:version} and {trap:version}.
Firmware {trap:version} (stable) is available.
The bug affects {trap:version}, {trap:version} and {trap:version3}.
Build {trap:version} passed, {trap:version} failed.
Please install {trap:version} before {trap:date}.
Versionen {trap:version} und {trap:version} sind betroffen.
La version {trap:version} corrige le défaut.
La versión {trap:version} ya está disponible.
A versão {trap:version} foi publicada.
La versione {trap:version} è stabile.
Wersja {trap:version} jest dostępna.
lodash@{trap:version3} and @scope/kit@{trap:version3} were bumped.
pkg:npm/%40scope/kit@{trap:version3} is affected.
Retried at {trap:epochms}, gave up at {trap:epochms}.
Token expires {trap:epochms}.
createdAt {trap:epochms} updatedAt {trap:epochms}
expires={trap:epochms} issued={trap:epochms}
The row was locked since {trap:epochms} by job {trap:uuid}.
Timestamp {trap:epochms} is in the future.
Payment {trap:ref} matched reference {trap:ref}.
Order {trap:order} contains {trap:ean}.
The password must have 8 characters, one digit and one sign.
Forgot your password? Reset it within 24 hours.
Your password was changed on {trap:date}.
The password field is required and the pin is 4 digits long.
Passwort vergessen? Hier zurücksetzen.
Le mot de passe doit contenir 12 caractères.
La contraseña debe tener 8 caracteres.
Passport control is on level 2, gate 14.
Passport applications rose 12 percent in 2024.
A passport costs 130 USD and takes 6 weeks.
The library passport.js 0.7.0 handles logins.
National ID systems cover 1200000000 people.
Born in 1962, the festival draws 40000 visitors.
The band was born out of a jam session in 1994.
Error code 500123 was returned twice.
Use promo code SAVE20 at checkout.
Gift code 4419-2207 has expired.
Code review took 3 hours for 1200 lines.
The PIN pad model 4520 is discontinued.
SSN validation failed for 3 rows.
Account number formats differ between 12 countries.
Phone model 6055 sells best.
Tel Aviv has 460000 inhabitants.
Driver version 31.0.15.4601 is signed.
License key formats changed in 2023.
Tax ID validation takes 200 ms.
`
  .trim()
  .split('\n');

export function broadTexts(): LabelledText[] {
  const filled = SENTENCES.flatMap((sentence, index) =>
    Array.from({ length: 4 }, (_, round) => fill(sentence, valuesOf(60_000 + index * 50 + round, 'us'))),
  );
  return [...filled, ...toldTexts()];
}
