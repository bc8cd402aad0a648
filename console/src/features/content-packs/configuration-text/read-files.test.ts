import { expect, test } from 'vitest'
import { readFiles } from './read-files.ts'

const file = (text: string) => [{ name: 'streams/web.yaml', text }]

test('each document is an entity; a type may be short', () => {
  const { entities, problems } = readFiles(
    file('type: stream\nname: Web\ndata:\n  title: Web\n---\ntype: {name: dashboard, version: 2}\nname: D\ndata: {}\n'),
  )
  expect(problems).toEqual([])
  expect(entities).toEqual([
    { type: { name: 'stream', version: '1' }, name: 'Web', data: { title: 'Web' } },
    { type: { name: 'dashboard', version: '2' }, name: 'D', data: {} },
  ])
})

test('a bundle in JSON has many entities', () => {
  const entity = { type: { name: 'stream', version: '1' }, name: 'Web', data: { title: 'Web' } }
  expect(readFiles(file(JSON.stringify({ entities: [entity] }))).entities).toEqual([entity])
})

test.each([
  { text: 'type: stream\nname: [', kind: 'syntax' },
  { text: 'just a text', kind: 'noEntity' },
  { text: 'type: stream\nname: Web', kind: 'noEntity' },
  { text: 'type: stream\nname: Web\ndata: {}\ndate: {}', kind: 'noEntity' },
])('"$text" is the problem $kind of its file', ({ text, kind }) => {
  const { entities, problems } = readFiles(file(text))
  expect(entities).toEqual([])
  expect(problems).toMatchObject([{ file: 'streams/web.yaml', kind }])
})

test('a rule is a file of its own', () => {
  const text = '// Counts\nrule "count"\nwhen\n  true\nthen\nend\n'
  const { entities, problems } = readFiles([
    { name: 'rules/count.rule', text },
    { name: 'rules/odd.rule', text: 'when true' },
  ])
  const data = { title: 'count', description: 'Counts', source: 'rule "count"\nwhen\n  true\nthen\nend' }
  expect(entities).toEqual([{ type: { name: 'pipeline_rule', version: '1' }, name: 'count', data }])
  expect(problems).toEqual([{ file: 'rules/odd.rule', kind: 'noEntity', detail: '' }])
})

test('a small file that would grow by aliases is refused', () => {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
  for (let level = 1; level < 9; level += 1) {
    lines.push(
      `a${level}: &a${level} [${Array(10)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
    )
  }
  expect(readFiles(file(lines.join('\n'))).problems).toMatchObject([{ kind: 'syntax' }])
})
