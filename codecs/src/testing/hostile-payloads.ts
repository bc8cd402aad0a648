import { rounds } from './rounds.ts'

/** Enough for quadratic time to exceed any limit by far: such bytes take linear time below a tenth of a second. */
const LONG_MB = rounds(2, 10)
const LONG = LONG_MB * 1_000_000
const MANY = LONG_MB * 100_000

/** Payloads made to cost time or memory, by name. Every codec gets them all. */
export function hostilePayloads(): Readonly<Record<string, Buffer>> {
  return {
    nothing: Buffer.alloc(0),
    [`${LONG_MB} MB of spaces`]: Buffer.alloc(LONG, ' '),
    [`${LONG_MB} MB of quotes`]: Buffer.alloc(LONG, '"'),
    [`${LONG_MB} MB of backslashes`]: Buffer.alloc(LONG, '\\'),
    [`${LONG_MB} MB of pipes`]: Buffer.alloc(LONG, '|'),
    [`${LONG_MB} MB of a=`]: Buffer.alloc(LONG, 'a='),
    [`${LONG_MB} MB of " a="`]: Buffer.alloc(LONG, ' a='),
    [`${LONG_MB} MB of commas`]: Buffer.alloc(LONG, ', '),
    [`${LONG_MB} MB of digits`]: Buffer.alloc(LONG, '7'),
    [`${LONG_MB} MB of NUL`]: Buffer.alloc(LONG),
    [`${LONG_MB} MB of bytes that are no UTF-8`]: Buffer.alloc(LONG, 0xff),
    '100,000 opened arrays': Buffer.from('['.repeat(100_000)),
    '100,000 nested arrays': Buffer.from(`${'['.repeat(100_000)}${']'.repeat(100_000)}`),
    '100,000 nested arrays in a field': Buffer.from(
      `{"host":"h","short_message":"m","_deep":${'['.repeat(100_000)}12345678901234567${']'.repeat(100_000)}}`,
    ),
    '100,000 nested objects': Buffer.from(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
    'a number of a million digits': Buffer.from(`{"host":"h","short_message":"m","_n":${'9'.repeat(1_000_000)}}`),
    '200,000 fields': Buffer.from(
      `{"host":"h","short_message":"m",${Array.from({ length: 200_000 }, (_, n) => `"_f${n}":${n}`).join()}}`,
    ),
    '200,000 objects': Buffer.from(
      `{"host":"h","short_message":"m",${Array.from({ length: 200_000 }, (_, n) => `"_f${n}":{}`).join()}}`,
    ),
    '200,000 long numbers': Buffer.from(
      `{"host":"h","short_message":"m",${Array.from({ length: 200_000 }, (_, n) => `"_f${n}":1234567890123456789`).join()}}`,
    ),
    'structured data that never ends': Buffer.from(`<13>1 - - - - - [a ${'b="c\\" '.repeat(MANY)}`),
    [`structured data of ${MANY} elements`]: Buffer.from(`<13>1 - - - - - ${'[a b="c"]'.repeat(MANY)} m`),
    [`a FortiGate line of ${MANY} pairs`]: Buffer.from(`<13>date=2017-03-06 ${'a="b '.repeat(MANY)}`),
    [`a Cisco line of ${MANY} words`]: Buffer.from(`<13>1: ${'Feb 27 '.repeat(MANY)}`),
    [`a Cisco line of ${MANY} percents`]: Buffer.from(`<13>1: ${'%A-'.repeat(MANY)}`),
    [`CEF of ${MANY} extensions`]: Buffer.from(`CEF:0|a|b|c|d|e|5|${'key=value '.repeat(MANY)}`),
    'CEF of backslashes': Buffer.from(`CEF:0|a|b|c|d|e|5|a=${'\\'.repeat(LONG)}`),
  }
}
