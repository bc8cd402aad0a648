import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEntityFolder } from '../../server/src/content-packs/text/entity-folder.ts'
import { writeEntities } from './entity-files.ts'
import { planWords } from './plan-words.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'logyard-entities-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const stream = (name: string) => ({ type: { name: 'stream', version: '1' }, name, data: { title: name } })

test('entities of any name are files in the folder of their type, and are read back', async () => {
  const names = [
    '../../etc/passwd',
    'a\nb: c',
    '\u001b[2J\u202e',
    '',
    '---',
    'yes',
    '# no',
    '/abs',
    '\u0000\u0085 x',
    'A!',
    'a?',
  ]
  const entities = names.map(stream)
  await writeEntities(folder, entities)
  const files = await readdir(folder, { recursive: true })
  expect(files.filter((name) => name.endsWith('.yaml')).every((name) => /^stream.[a-z\d-]+\.yaml$/.test(name))).toBe(
    true,
  )
  const read = await readEntityFolder(folder)
  expect(read).toHaveLength(entities.length)
  expect(read).toEqual(expect.arrayContaining(entities))
})

test('a rule is a file with its source, which replaces the YAML of an earlier time', async () => {
  const source = 'rule "drop"\nwhen\n  true\nthen\n  drop_message();\nend'
  const rule = { type: { name: 'pipeline_rule', version: '1' }, name: 'drop' }
  const entity = { ...rule, data: { title: 'drop', description: 'Drops all', source } }
  const numbered = { ...entity, name: 'drop (2)' }
  await writeFile(join(folder, 'drop.yaml'), 'type: pipeline_rule\nname: drop\ndata: {}\n')
  await writeEntities(folder, [entity, numbered])
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.includes('.'))
  expect(files.sort()).toEqual([join('pipeline_rule', 'drop-2.yaml'), join('pipeline_rule', 'drop.rule')])
  expect(await readFile(join(folder, 'pipeline_rule', 'drop.rule'), 'utf8')).toBe(`// Drops all\n${source}\n`)
  expect(await readEntityFolder(folder)).toEqual([numbered, entity])
  await writeEntities(folder, [])
  expect((await readdir(folder, { recursive: true })).filter((name) => name.includes('.'))).toEqual([])
})

test('a type that names another folder is refused', async () => {
  const entity = { type: { name: '../outside', version: '1' }, name: 'x', data: {} }
  await expect(writeEntities(folder, [entity])).rejects.toThrow('odd type ../outside')
})

test('a file has several documents, or the short form of a type; entities replace them all', async () => {
  await writeFile(
    join(folder, 'all.yaml'),
    'type: stream/1\nname: A\ndata: {}\n---\ntype: dashboard\nname: B\ndata: {}\n',
  )
  const read = await readEntityFolder(folder)
  expect(read.map(({ type, name }) => [type.name, type.version, name])).toEqual([
    ['stream', '1', 'A'],
    ['dashboard', '2', 'B'],
  ])
  await writeEntities(folder, [stream('A')])
  expect((await readdir(folder, { recursive: true })).sort()).toEqual(['stream', join('stream', 'a.yaml')])
})

test('a folder without files, and a file that would grow by aliases, are refused by name', async () => {
  await expect(readEntityFolder(folder)).rejects.toThrow('has no YAML files')
  const levels = Array.from({ length: 9 }, (_, level) => {
    const items =
      level === 0
        ? 'x'
        : Array(10)
            .fill(`*a${level - 1}`)
            .join(', ')
    return `a${level}: &a${level} [${items}]`
  })
  await writeFile(join(folder, 'bomb.yaml'), levels.join('\n'))
  await expect(readEntityFolder(folder)).rejects.toThrow(/^bomb\.yaml: Excessive alias count/)
})

test('the words of a plan carry no control characters of a terminal', () => {
  const differences = [{ path: 'a.\u009b2J', before: '\u001b[31m', after: null }]
  const change = {
    type: { name: 'stream', version: '1' },
    name: '\u001b]0;x\u0007',
    action: 'update' as const,
    differences,
  }
  const words = planWords({ changes: [change], unchanged: 0 })
  expect(words.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  expect(words).toContain('~ update stream "\\u{1b}]0;x\\u{7}"')
})
