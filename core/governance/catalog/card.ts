import { ISO_DATE } from '../facts/traits.ts';
import { Evidence } from './evidence.ts';
import { INDIAN_PAN, personalData } from './kind.ts';

/** Document numbers: `R-00000001`. */
const NUMBERED_CODE = /^[A-Z]{1,5}-\d{1,10}$/;

/** Payment cards. */
export const card = personalData({
  id: 'card',
  title: 'Payment cards',
  group: 'money',
  on: true,
  minimal: true,
  everywhere: true,
  finds: 'numbers with issuer prefix, length and Luhn; security code and expiry inside a card',
  leaves: 'last four digits, tracking numbers',
  fields: {
    card: {
      names: `
creditcard creditcardnumber cardnumber cardno ccnumber ccnum ccno pan primaryaccountnumber debitcard debitcardnumber cardpan paymentcardnumber creditcardno cardnum
kreditkarte kreditkartennummer kartennummer numerocarte cartebancaire numerodecarte numerodetarjeta numerotarjeta tarjetacredito numerocartao numerodocartao cartaocredito numerocarta
cartao tarjeta numtarjeta nrcartao cartaonumero numcartao numcarta numcarte kartenummer kortnr
cartadicredito creditcardnummer numerkarty kortnummer номеркарты 卡号 信用卡号 银行卡号 银行卡 カード番号 카드번호
`,
      accepts(value, { digits, letters }, name) {
        // PAN is a card number, and also India's tax number.
        return (
          (digits >= 8 && value.length <= 32 && letters <= 8 && !ISO_DATE.test(value) && !NUMBERED_CODE.test(value)) ||
          (name.startsWith('pan') && INDIAN_PAN.test(value))
        );
      },
      acceptsNumber: (digits) => digits >= 12,
      evidence: Evidence.cardNumber,
      parts: 'number pan value no',
      isNumber: true,
      byLabel: true,
      mayRefer: true,
      mayBeMasked: true,
    },
    /** A card number in four fields. */
    cardGroup: {
      names: `
cardnumber1 cardnumber2 cardnumber3 cardnumber4 creditcardnumber1 creditcardnumber2 creditcardnumber3 creditcardnumber4 cardno1 cardno2 cardno3 cardno4 ccnumber1 ccnumber2 ccnumber3 ccnumber4
`,
      accepts: (value) => /^\d{3,6}$/.test(value),
      acceptsNumber: (digits) => digits >= 3 && digits <= 6,
      evidence: Evidence.cardNumber,
    },
    cardCode: {
      names: `
cvv cvv2 cvc cvc2 csc cvvnumber cvcnumber cvvcode cvccode cvv2number cardverificationnumber cardcvv cardcvc cardcode securitycode cardsecuritycode cardverificationvalue cardverificationcode pruefnummer cryptogramme codigoseguridad
`,
      accepts: (value) => /^\d{3,4}$/.test(value),
      acceptsNumber: (digits) => digits >= 3 && digits <= 4,
      evidence: Evidence.card | Evidence.cardNumber,
      byLabel: true,
    },
    /** Expiry of a card: personal inside a card only. */
    cardExpiry: {
      names: `
expiry expirydate expiration expirationdate expdate exp cardexpiry cardexpiration cardexpirydate ccexp ccexpiry validthru validuntil
`,
      accepts(value, { digits }) {
        // A card expires in a month; a full date is not a card's expiry.
        return (
          digits >= 3 && value.length <= 10 && /^\d/.test(value) && !/^\d{4}-\d\d-(?:0[2-9]|1\d|2[0-7])$/.test(value)
        );
      },
      acceptsNumber: (digits) => digits >= 3 && digits <= 6,
    },
    /** Month or year alone: personal only beside the full card number. */
    cardExpiryPart: {
      names: 'expmonth expyear expirymonth expiryyear expirationmonth expirationyear',
      accepts: (value, { digits }) => digits >= 1 && value.length <= 4,
      acceptsNumber: (digits) => digits > 0 && digits <= 4,
      evidence: Evidence.card | Evidence.expiring,
    },
  },
  topics: {
    card: `
card visa mastercard amex discover credit debit pan kreditkarte karte carte tarjeta cartao carta kaart kreditkartennummer creditcard 信用卡 卡号 カード
`,
  },
});
