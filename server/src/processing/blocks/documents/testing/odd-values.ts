/** Values of documents, as texts or in JSON. */
import type { SeededRandom } from '@logyard/codecs/testing/seeded-random'

export const USUAL_TEXTS = [
  'web-1',
  'web-2',
  'GET /a?b=1',
  'user 17 logged in from 10.1.2.3',
  '2026-01-02',
  '2026-01-02T03:04:05Z',
]
export const ODD_TEXTS = [
  ...[
    '',
    ' ',
    '  x  ',
    '\n',
    'two\nlines',
    'a "quoted" text',
    'back\\slash',
    'tab\there',
    'ünïcode',
    '日本語',
    '😀 smile',
  ],
  ...[
    '\ud800 alone',
    '\u00a0',
    '\u00a0x',
    '\ufeff',
    'a~b',
    'del\x7fete',
    '1,5 and 1;5',
    'x'.repeat(10_922),
    '2026/01/02',
  ],
  ...['y'.repeat(10_923), 'ä'.repeat(20_000), '12', '-0', 'NaN', 'x'.repeat(300), '/1-2', '20:6-1'],
]
const USUAL_NUMBERS = ['0', '7', '200', '-5', '3.25', '100000', '2147483648']

export function usualNumber({ below, pick }: SeededRandom): string {
  const digits = () => `${below(10 ** (1 + below(9)))}`
  return below(6) === 0 ? `${digits()}.${digits()}${below(2) === 0 ? digits() : ''}` : pick(USUAL_NUMBERS)
}

export const ODD_NUMBERS = [
  ...['-0', '-0.0', '1e3', '1E400', '-1.5e-7', '12345678901234567890', '9007199254740993', '0.1', '5.0', '-17.50'],
  ...['123456789012345', '1234567890123456', '01', '1.', '.5', '--1', '99999999999999999999999999', '+1', '0x10'],
]
export const OTHERS = [
  'true',
  'false',
  'null',
  '[1,2]',
  '["a","b"]',
  '[]',
  '{}',
  '{"name":"inner"}',
  '{"a":{"b":7}}',
  'nul',
  '',
]
