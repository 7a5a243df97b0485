/** The rules by which the object around a field decides (kindRules.ts), as people are told of them: id, outcome, sentence and example. */
import { defineRulings } from '../fieldName/ruling.ts';

/** What the object around makes of a field whose name is not enough; whose a bare name is, nameOwner.ts says. */
export const OBJECT_RULES = defineRulings({
  'object.caption-of-parent': [
    'stays',
    'The value only repeats the name of the object that it is in.',
    "Author: {name: 'Author'}",
  ],
  'object.ambiguous-owner': [
    'bareName',
    'The owner of the name may be a person or a thing, and the value reads like a person.',
    "member_name: 'Ann Lee'",
  ],
  'object.ambiguous-owner-thing': [
    'stays',
    'The owner of the name may be a person or a thing, and the value does not read like a person.',
    "profile_name: 'Night mode'",
  ],
  'object.label-of-pair': ['stays', 'The name is the label of the value beside it.', "{name: 'Colour', value: 'red'}"],
  'object.account-holder': [
    'name',
    'The name of a bank account reads like a person, or begins with a given name.',
    "account_name: 'Ann Lee'",
  ],
  'object.account-label': ['stays', 'The name of an account does not read like a person.', "account_name: 'Savings'"],
  'object.display-surname': [
    'bareName',
    'What is shown for a reference to a person is a surname.',
    "{reference: 'Patient/7', display: 'Roel'}",
  ],
  'object.display-thing': ['stays', 'What is shown does not read like a person.', "{display: 'Blood pressure'}"],
  'object.subject-of-record': [
    'bareName',
    'What is shown for the subject of a medical record is its patient.',
    "subject: {display: 'Ann Lee'}",
  ],
  'object.account-nickname': [
    'stays',
    'The name that somebody gave to a bank account.',
    "accounts: [{iban, name: 'Savings'}]",
  ],
  'object.use-of-mailbox': [
    'stays',
    'The name says what a mailbox or a telephone is for.',
    "emails: [{name: 'Work', address}]",
  ],
  'object.login-of-user': [
    'username',
    'The name of a user is one lower-case word: a login.',
    "user: {name: 'postgres'}",
  ],
  'object.name-of-location': [
    'stays',
    'The name of a location is that of a place.',
    "location: {name: 'Sears', phone}",
  ],
  'object.holder': [
    'name',
    'The name beside data of a bank account or a card reads like a person: its holder.',
    "{object: 'card', exp_month, name: 'Ann Lee'}",
  ],
  'object.login-beside-name': [
    'username',
    'The name beside a name for display is a login.',
    "{name: 'alee', displayName: 'Ann Lee'}",
  ],
  'object.shown-person': [
    'bareName',
    'The name for display reads like a person, and nothing beside it says otherwise.',
    "{user: '601d', displayName: 'Ann Lee'}",
  ],
  'object.shown-login': [
    'username',
    'The name for display of a person is one lower-case word: a login.',
    "{name: 'mags82', display_name: 'mags82'}",
  ],
  'object.full-name-of-thing': [
    'stays',
    'The full name is that of a place, a thing, a group or goods.',
    "repository: {full_name: 'acme/api'}",
  ],
  'object.reading-of-company': ['stays', 'How the name of a company is read.', "company: {name_kana: 'カブシキ'}"],
  'object.complete-name-of-company': [
    'stays',
    'The full name beside numbers of a company holds no given name.',
    "{siren, nom_complet: 'ACME'}",
  ],
  'object.family-of-species': ['stays', 'The family is one of plants or animals.', "{genus, family_name: 'Rosaceae'}"],
  'object.name-of-thing': [
    'stays',
    'A word that means name of anything, beside data of a thing.',
    "{이름: '비빔밥', 가격}",
  ],
  'object.full-name-form': [
    'stays',
    'The full name is a country, a path, a host, a measure or a version.',
    "full_name: 'mime-types-1.18'",
  ],
  'object.address-of-place': [
    'stays',
    'The address is that of a place or a company without a street.',
    "{rating, address: 'Leeds'}",
  ],
  'object.region': [
    'stays',
    'A town or a postal code that stands for a region, beside rates or a time zone.',
    "{zip: '62704', tax_rate: 8.2}",
  ],
  'object.several-places': [
    'stays',
    'The field lists several towns or states; an address has one.',
    "regions: ['Oregon', 'Utah']",
  ],
  'object.town-alone': [
    'stays',
    'A town without a street, a postal code or a person beside it, or that of a place.',
    "address: {home_city: 'Leeds'}",
  ],
  'object.town-of-somebody': [
    'addressPart',
    'The name of the field says whose town or state it is.',
    "billing_city: 'Leeds'",
  ],
  'object.town-in-address': [
    'addressPart',
    'A town or a state beside a street or a postal code of a person.',
    "{street, city: 'Leeds', zip}",
  ],
  'object.account-at-bank': ['accountNumber', 'The account is at a bank.', "{bank_name, account_number: '…'}"],
  'object.account-elsewhere': [
    'stays',
    'Nothing says that the account is at a bank.',
    "{account_number: 'A-17', plan}",
  ],
  'object.nickname-of-person': [
    'name',
    'A nickname that is a given name, or is written like a name beside data that only people have.',
    "{nickname: 'Mags', email}",
  ],
  'object.nickname-login': ['username', 'Any other nickname is a login.', "{nickname: 'mags82'}"],
  'object.login-with-space': [
    'name',
    'A login has no space, so a full name in its field is a name.',
    "username: 'Ann Lee'",
  ],
  'object.address-of-parcel': [
    'address',
    'The address of a destination is no network address, and that of a person.',
    "destination_address: '12 Mill Road'",
  ],
  'object.flag': ['stays', 'The nationality of a maker of works, a team or a ship.', "artistNationality: 'French'"],
  'object.coordinates-of-place': [
    'stays',
    'Coordinates without the postal address of a person beside or around them.',
    'venue: {latitude: 52.5163}',
  ],
  'object.vat-of-company': ['stays', 'The VAT number of a company.', "company: {vat_id: 'DE…'}"],
  'object.expiry-elsewhere': ['stays', 'What expires is no payment card.', 'token: {exp_month: 4}'],
});
