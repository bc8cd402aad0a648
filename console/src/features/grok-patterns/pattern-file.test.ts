import { expect, test } from 'vitest'
import { previewImport } from './import-preview.ts'
import { writePatternFile } from './pattern-file.ts'

const stored = [{ name: 'WORD', pattern: '\\b\\w+\\b' }]
const states = (file: string, isReplacing: boolean) =>
  previewImport(file, stored, isReplacing).lines.map(({ line, name, state }) => `${line} ${name} ${state.kind}`)

test('a file is previewed line by line', () => {
  const file = '# c\n\nFOO \\d+\r\nBAD\nWORD\t\\w+\nFOO x\n'
  expect(states(file, false)).toEqual(['3 FOO new', '4 undefined skipped', '5 WORD exists', '6 FOO duplicate'])
  expect(states('WORD \\w+', true)).toEqual(['1 WORD replaced'])
  const { definitions, count, hasErrors } = previewImport('A %{WORD}\n', stored, false)
  expect([...definitions]).toEqual([
    ['WORD', '\\b\\w+\\b'],
    ['A', '%{WORD}'],
  ])
  expect([count, hasErrors]).toEqual([1, false])
})

test('a pattern that does not compile is an error with its reason', () => {
  const invalid = [{ name: 'A', error: { message: 'Unknown pattern B', from: 0, to: 1 } }]
  const preview = previewImport('A %{B}', stored, false, invalid)
  expect(preview.lines[0]?.state).toEqual({ kind: 'invalid', reason: 'Unknown pattern B' })
  expect(preview.hasErrors).toBe(true)
})

test('an exported file can be imported again', () => {
  const file = writePatternFile([...stored, { name: 'A', pattern: ' x  ' }])
  expect(file).toBe('WORD \\b\\w+\\b\nA  x  \n')
})
