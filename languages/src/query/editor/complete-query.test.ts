import { expect, test } from 'vitest'
import { completeQuery } from './complete-query.ts'

const FIELDS = [
  { name: 'source', type: 'string', isInStreams: true },
  { name: 'resource', type: 'string', isInStreams: true },
  { name: 'source', type: 'string', isInStreams: true },
  { name: 'source_ip', type: 'string', isInStreams: false },
  { name: 'level', type: 'long', isInStreams: true },
]
const NAMES = ['level:', 'resource:', 'source:', 'source_ip:']

/** `|` is the caret. */
function complete(written: string) {
  const position = written.indexOf('|')
  return completeQuery(written.replace('|', ''), position, FIELDS)
}
function inserts(written: string): readonly string[] {
  const completion = complete(written)
  return completion?.kind === 'options' ? completion.options.map(({ insert }) => insert) : []
}

test.each([
  ['sour|', ['source:', 'resource:', 'source_ip:']],
  ['CE|', ['resource:', 'source:', 'source_ip:']],
  ['sour|ce:web', ['source', 'resource', 'source_ip']],
  ['level:3 sou|', ['source:', 'resource:', 'source_ip:']],
  ['-sou|', ['source:', 'resource:', 'source_ip:']],
  ['a OR (b AND sou|) OR c', ['source:', 'resource:', 'source_ip:']],
  ['_ex|', ['_exists_:']],
  ['_exists_:sou|', ['source', 'resource', 'source_ip']],
  ['nothing_like_it|', []],
])('%s offers the names %j', (written, names) => {
  expect(inserts(written)).toEqual(names)
})

test.each([
  ['|', [...NAMES, 'NOT ']],
  ['a AND |', [...NAMES, 'NOT ']],
  ['a && |', [...NAMES, 'NOT ']],
  ['(|', [...NAMES, 'NOT ']],
  ['NOT |', NAMES],
  ['a |', ['AND ', 'OR ', 'NOT ', ...NAMES]],
  ['source:web |', ['AND ', 'OR ', 'NOT ', ...NAMES]],
  ['"a b" |', ['AND ', 'OR ', 'NOT ', ...NAMES]],
  ['(a) |', ['AND ', 'OR ', 'NOT ', ...NAMES]],
  ['a an|', ['AND ']],
  ['n|', ['NOT ']],
  ['source:(web |', ['AND ', 'OR ', 'NOT ']],
])('%s offers the operators %j', (written, options) => {
  expect(inserts(written)).toEqual(options)
})

test.each([
  ['source:|', { field: 'source', typed: '', from: 7, to: 7 }],
  ['source:w|', { field: 'source', typed: 'w', from: 7, to: 8 }],
  ['source: w|', { field: 'source', typed: 'w', from: 8, to: 9 }],
  ['source:/ch|', { field: 'source', typed: '/ch', from: 7, to: 10 }],
  ['a AND source:we\\:b|', { field: 'source', typed: 'we:b', from: 13, to: 18 }],
  ['my\\ app:w|', { field: 'my app', typed: 'w', from: 8, to: 9 }],
  ['source:(a OR w|)', { field: 'source', typed: 'w', from: 13, to: 14 }],
])('%s requests values', (written, place) => {
  expect(complete(written)).toEqual({ kind: 'values', names: [], ...place })
})

test('levels are offered by name', () => {
  expect(complete('level:e|')).toMatchObject({ kind: 'values', names: ['emergency', 'error'] })
  expect(complete('level:(error OR W|')).toMatchObject({ kind: 'values', names: ['warning'] })
})

test.each(['"sou|', '"sou|"', 'source:"w|', '/sou|/', 'level:[1 TO |', 'level:[sou| TO 3]', 'level:>|', 'level:>1|'])(
  '%s completes nothing',
  (written) => {
    expect(complete(written)).toBeUndefined()
  },
)

test('an option names its field', () => {
  const completion = complete('source_|')
  expect(completion).toEqual({
    kind: 'options',
    from: 0,
    to: 7,
    options: [{ kind: 'field', label: 'source_ip', insert: 'source_ip:', field: FIELDS[3] }],
  })
})

test('any position of any text can be completed', () => {
  const pieces = [
    'a',
    ' ',
    'AND',
    'source:',
    '(',
    ')',
    '[',
    ']',
    '"',
    '/',
    '-',
    '\\',
    '*',
    '>',
    '_exists_:',
    '~',
    ':',
    '&&',
  ]
  let state = 9
  for (let round = 0; round < 5_000; round++) {
    let text = ''
    for (let left = round % 8; left >= 0; left--) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      text += pieces[(state >>> 8) % pieces.length] ?? ''
    }
    for (let position = 0; position <= text.length; position++) {
      const completion = completeQuery(text, position, FIELDS)
      const isAround = completion === undefined || (completion.from <= position && position <= completion.to)
      expect(isAround, JSON.stringify([text, position])).toBe(true)
    }
  }
})
