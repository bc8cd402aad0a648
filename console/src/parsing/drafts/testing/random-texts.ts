/** Random texts that put together what drafts may stumble over. */

const WORDS = [
  'user=',
  '10.0.0.1',
  '"a b"',
  ' ',
  '  ',
  '\n',
  '\\',
  '(',
  '[',
  '%{IP:x}',
  '$1',
  '^',
  '*',
  '😀',
  '42',
  '-7.5',
  'a',
  '12ms',
  "'",
  '/p/q',
  '2026-03-01 09:00:00',
  '::1',
  '-',
  '…',
  '\t',
  '\u00a0',
  ']',
  '\\E',
]

/** A generator with a seed, so that a failure can be repeated. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export const randomText = (random: (below: number) => number, mostWords: number): string =>
  Array.from({ length: 1 + random(mostWords) }, () => WORDS[random(WORDS.length)]).join('')
