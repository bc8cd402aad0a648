/** Payloads made to cost time or memory, by name. Every codec gets them all. */
export function hostilePayloads(): Readonly<Record<string, Buffer>> {
  return {
    nothing: Buffer.alloc(0),
    '10 MB of spaces': Buffer.alloc(10_000_000, ' '),
    '10 MB of quotes': Buffer.alloc(10_000_000, '"'),
    '10 MB of backslashes': Buffer.alloc(10_000_000, '\\'),
    '10 MB of pipes': Buffer.alloc(10_000_000, '|'),
    '10 MB of a=': Buffer.alloc(10_000_000, 'a='),
    '10 MB of " a="': Buffer.alloc(10_000_000, ' a='),
    '10 MB of commas': Buffer.alloc(10_000_000, ', '),
    '10 MB of digits': Buffer.alloc(10_000_000, '7'),
    '10 MB of NUL': Buffer.alloc(10_000_000),
    '10 MB of bytes that are no UTF-8': Buffer.alloc(10_000_000, 0xff),
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
    'structured data that never ends': Buffer.from(`<13>1 - - - - - [a ${'b="c\\" '.repeat(1_000_000)}`),
    'structured data of a million elements': Buffer.from(`<13>1 - - - - - ${'[a b="c"]'.repeat(1_000_000)} m`),
    'a FortiGate line of a million pairs': Buffer.from(`<13>date=2017-03-06 ${'a="b '.repeat(1_000_000)}`),
    'a Cisco line of a million words': Buffer.from(`<13>1: ${'Feb 27 '.repeat(1_000_000)}`),
    'a Cisco line of a million percents': Buffer.from(`<13>1: ${'%A-'.repeat(1_000_000)}`),
    'CEF of a million extensions': Buffer.from(`CEF:0|a|b|c|d|e|5|${'key=value '.repeat(1_000_000)}`),
    'CEF of backslashes': Buffer.from(`CEF:0|a|b|c|d|e|5|a=${'\\'.repeat(5_000_000)}`),
  }
}
