/** Short tags for the labels that most shapes of the broad part use. */
import { type Draft, p, type Tagged, trap } from '../label.ts';

const tag =
  (type: string) =>
  (value: string | number): Tagged =>
    p(type, value);

export const name = tag('name');
export const email = tag('email');
export const phone = tag('phone');
export const address = tag('address');
export const birth = tag('birth-date');
export const birthPlace = tag('birth-place');
export const ssn = tag('ssn');
export const national = tag('national-id');
export const nationality = tag('nationality');
export const passport = tag('passport');
export const licence = tag('driver-license');
export const tax = tag('tax-id');
export const health = tag('health-record');
export const card = tag('card');
export const bank = tag('bank-account');
export const iban = tag('iban');
export const secret = tag('secret');
export const ip = tag('ip');
export const mac = tag('mac');
export const imei = tag('imei');
export const company = (value: string): Tagged => trap('company name', value);
export const id = (value: string | number): Tagged => trap('id', value);
export const reference = (value: string | number): Tagged => trap('reference number', value);

export const many = (count: number, make: (index: number) => Draft): Draft[] =>
  Array.from({ length: count }, (_, index) => make(index));
