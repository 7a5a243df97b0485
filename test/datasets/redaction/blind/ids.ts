/** National numbers with their check digits, each from the public definition of the issuing authority. */

/** The digit that makes `body` plus itself pass the Luhn check (ISO/IEC 7812-1 annex B). */
export function luhn(body: string): string {
  const sum = [...body].reduceRight((total, char, index) => {
    const doubled = (body.length - index) % 2 === 1 ? Number(char) * 2 : Number(char);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** GS1 check digit, right for EAN-8, UPC-A, EAN-13, GTIN-14 and SSCC. */
export function gs1(body: string): string {
  const sum = [...body].reduceRight(
    (total, char, index) => total + Number(char) * ((body.length - index) % 2 === 1 ? 3 : 1),
    0,
  );
  return String((10 - (sum % 10)) % 10);
}

interface Source {
  int(min: number, max: number): number;
  fill(pattern: string): string;
  two(value: number): string;
  pick<T>(list: readonly T[]): T;
}

const weigh = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + Number(digits[index]) * weight, 0);

/** Draws until a body has a check digit (mod-11 schemes leave some bodies without one). */
function until(make: () => string | undefined): string {
  for (;;) {
    const made = make();
    if (made !== undefined) return made;
  }
}

const VERHOEFF_D = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
  [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
  [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
  [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
  [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
  [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
  [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
  [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
  [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
];
const VERHOEFF_P = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
  [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
  [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
  [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
  [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
  [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
  [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
];
const VERHOEFF_INVERSE = [0, 4, 3, 2, 1, 5, 6, 7, 8, 9];

const CF_ODD: readonly number[] = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
];

export function nationalIds({ int, fill, two, pick }: Source) {
  const birth = () => ({ yy: two(int(45, 99)), mm: two(int(1, 12)), dd: two(int(1, 28)) });
  const cpfDigits = (): string => {
    let body = fill('#########');
    if (/^(\d)\1+$/.test(body)) body = '748231905';
    for (const length of [9, 10]) {
      const rest =
        (weigh(
          body,
          Array.from({ length }, (_, index) => length + 1 - index),
        ) *
          10) %
        11;
      body += rest === 10 ? 0 : rest;
    }
    return body;
  };
  return {
    cpf: () => cpfDigits().replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4'),
    cpfPlain: cpfDigits,
    cnpj: () => {
      let body = fill('########0001');
      for (const weights of [
        [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
        [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
      ]) {
        const rest = weigh(body, weights) % 11;
        body += rest < 2 ? 0 : 11 - rest;
      }
      return body.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
    },
    pesel: () => {
      const { yy, mm, dd } = birth();
      const body = `${yy}${mm}${dd}${fill('####')}`;
      return body + ((10 - (weigh(body, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10);
    },
    bsn: () =>
      until(() => {
        const body = `${int(1, 9)}${fill('#######')}`;
        const check = weigh(body, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
        return check === 10 ? undefined : body + check;
      }),
    nhs: () =>
      until(() => {
        const body = `${pick(['4', '5', '7'])}${fill('########')}`;
        const check = (11 - (weigh(body, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
        return check === 10 ? undefined : body + check;
      }),
    aadhaar: () => {
      const body = `${int(2, 9)}${fill('##########')}`;
      let check = 0;
      [...body].reverse().forEach((digit, index) => {
        check = VERHOEFF_D[check]![VERHOEFF_P[(index + 1) % 8]![Number(digit)]!]!;
      });
      return `${body}${VERHOEFF_INVERSE[check]}`.replace(/(....)(?=.)/g, '$1 ');
    },
    pan: () => fill('???P?####?'),
    dni: () => {
      const number = int(10_000_000, 79_999_999);
      return `${number}${'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23]}`;
    },
    nie: () => {
      const head = int(0, 2);
      const number = fill('#######');
      return `${'XYZ'[head]}${number}${'TRWAGMYFPDXBNJZSQVHLCKE'[Number(`${head}${number}`) % 23]}`;
    },
    hetu: () => {
      const { yy, mm, dd } = birth();
      const serial = String(int(2, 899)).padStart(3, '0');
      return `${dd}${mm}${yy}-${serial}${'0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(`${dd}${mm}${yy}${serial}`) % 31]}`;
    },
    nir: () => {
      const { yy, mm } = birth();
      const body = `${int(1, 2)}${yy}${mm}${two(int(21, 95))}${fill('######')}`;
      return `${body}${two(97 - Number(BigInt(body) % 97n))}`;
    },
    codiceFiscale: () => {
      const body = `${fill('??????')}${two(int(45, 99))}${pick([...'ABCDEHLMPRST'])}${two(int(1, 28))}${pick(['H501', 'F205', 'L219', 'A794'])}`;
      const sum = [...body].reduce((total, char, index) => {
        const value = /\d/.test(char) ? Number(char) : char.charCodeAt(0) - 65;
        return total + (index % 2 === 0 ? CF_ODD[value]! : value);
      }, 0);
      return body + String.fromCharCode(65 + (sum % 26));
    },
    /** German tax number: ten digits of which exactly one comes twice, then ISO 7064 mod 11,10. */
    steuerId: () => {
      const pool = [...'123456789'];
      const body = Array.from({ length: 9 }, () => pool.splice(int(0, pool.length - 1), 1)[0]!);
      body.splice(int(1, 9), 0, body[int(0, 8)]!);
      let product = 10;
      for (const digit of body) {
        const sum = (Number(digit) + product) % 10 || 10;
        product = (sum * 2) % 11;
      }
      return `${body.join('')}${(11 - product) % 10}`;
    },
    tfn: () =>
      until(() => {
        const body = fill('########').replace(/^0/, '4');
        const partial = weigh(body, [1, 4, 3, 7, 5, 8, 6, 9]);
        for (let last = 0; last < 10; last++) if ((partial + last * 10) % 11 === 0) return `${body}${last}`;
        return undefined;
      }),
    sin: () => {
      const body = fill('4#######');
      return `${body}${luhn(body)}`.replace(/(...)(...)(...)/, '$1 $2 $3');
    },
    nric: () => {
      const body = fill('8######');
      return `S${body}${'JZIHGFEDCBA'[weigh(body, [2, 7, 6, 5, 4, 3, 2]) % 11]}`;
    },
    personnummer: () => {
      const { yy, mm, dd } = birth();
      const body = `${yy}${mm}${dd}${fill('###')}`;
      return `19${yy}${mm}${dd}-${body.slice(6)}${luhn(body)}`;
    },
    fodselsnummer: () =>
      until(() => {
        const { yy, mm, dd } = birth();
        const body = `${dd}${mm}${yy}${String(int(0, 499)).padStart(3, '0')}`;
        const first = (11 - (weigh(body, [3, 7, 6, 1, 8, 9, 4, 5, 2]) % 11)) % 11;
        if (first === 10) return undefined;
        const second = (11 - (weigh(`${body}${first}`, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
        return second === 10 ? undefined : `${body}${first}${second}`;
      }),
    cpr: () => {
      const { yy, mm, dd } = birth();
      return `${dd}${mm}${yy}-${fill('1###')}`;
    },
    /** Swiss social insurance number, an EAN-13 that begins with 756. */
    ahv: () => {
      const body = fill('756#########');
      return `${body}${gs1(body)}`.replace(/(...)(....)(....)(..)/, '$1.$2.$3.$4');
    },
    saId: () => {
      const { yy, mm, dd } = birth();
      const body = `${yy}${mm}${dd}${fill('####')}08`;
      return body + luhn(body);
    },
    tckn: () => {
      const body = `${int(1, 9)}${fill('########')}`;
      const at = (index: number): number => Number(body[index]);
      const tenth = ((at(0) + at(2) + at(4) + at(6) + at(8)) * 7 - (at(1) + at(3) + at(5) + at(7)) + 100) % 10;
      const eleventh = ([...body].reduce((sum, digit) => sum + Number(digit), 0) + tenth) % 10;
      return `${body}${tenth}${eleventh}`;
    },
    curp: () => {
      const { yy, mm, dd } = birth();
      const body = `${pick(['HECX', 'REME', 'AIMG', 'ZAMI'])}${yy}${mm}${dd}${pick(['H', 'M'])}${pick(['PL', 'DF', 'JC'])}${pick(['RRM', 'NVR', 'MRZ'])}0`;
      const alphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';
      const sum = [...body].reduce((total, char, index) => total + alphabet.indexOf(char) * (18 - index), 0);
      return `${body}${(10 - (sum % 10)) % 10}`;
    },
    rut: () => {
      const body = String(int(5_000_000, 24_000_000));
      const sum = [...body].reverse().reduce((total, digit, index) => total + Number(digit) * (2 + (index % 6)), 0);
      const rest = 11 - (sum % 11);
      return `${body.replace(/\B(?=(\d{3})+$)/g, '.')}-${rest === 11 ? 0 : rest === 10 ? 'K' : rest}`;
    },
    nif: () => {
      const body = fill('2#######');
      const rest = weigh(body, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
      return `${body}${rest < 2 ? 0 : 11 - rest}`;
    },
    rijksregister: () => {
      const { yy, mm, dd } = birth();
      const body = `${yy}${mm}${dd}${String(int(1, 997)).padStart(3, '0')}`;
      return `${yy}.${mm}.${dd}-${body.slice(6)}.${two(97 - (Number(body) % 97))}`;
    },
    routing: () => {
      const body = fill('0610####');
      return `${body}${(10 - (weigh(body, [3, 7, 1, 3, 7, 1, 3, 7]) % 10)) % 10}`;
    },
  };
}
