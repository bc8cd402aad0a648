/** Holds the list of work in the name of users and of the server, in docs/security.md, to the code and its tests. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = join(ROOT, 'server', 'src')
/** Text for checks without a test. */
const NONE_YET = 'none yet'

const page = readFileSync(join(ROOT, 'docs', 'security.md'), 'utf8')
const section = page.split('\n## Work in the name of a user or of the server\n')[1]?.split('\n## ')[0] ?? ''
const [text = '', list = ''] = section.split('<!-- places -->')
const [, , ...rows] = text
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.slice(2, -2).split(' | '))

/** Code that makes a caller of a stored user, reads without a caller, sends requests, or registers jobs and tasks. */
const PLACES: readonly RegExp[] = [
  /\b(callerOf|requireOwner|ownerOf|rootCaller)\(/,
  /\bholds(: )?\([\w: ]*\) ?(=>|\{)/,
  /\b(readableForServer|streamOfCondition)\(/,
  /\bfetchChecked\(/,
  /\): Job(Type|Kind)\b/,
  /\bscheduler\.add\(/,
]
/** Types of jobs are declared by functions that return them. */
const isDeclaration = (line: string) =>
  /^(import|(export )?(async )?function) /.test(line) && !/\): Job(Type|Kind)\b/.test(line)

const isPlace = (file: string) =>
  readFileSync(join(SOURCES, file), 'utf8')
    .split('\n')
    .some((line) => !isDeclaration(line) && PLACES.some((place) => place.test(line)))

const pathsIn = (markdown: string) => [...markdown.matchAll(/`([\w./-]+\.ts)`/g)].map(([, path = '']) => path)

test('each kind of work has a name, an owner, a reach, a check, and a test or none yet', () => {
  expect(rows.length).toBeGreaterThan(40)
  const isComplete = (row: readonly string[]) => row.length === 5 && row.every((cell) => cell.trim() !== '')
  expect(rows.filter((row) => !isComplete(row))).toEqual([])
})

test.each(rows)('%s: its tests exist', (_work, _owner, _reach, _check, tests = '') => {
  if (tests === NONE_YET) return
  for (const named of tests.split('; `').map((one) => one.replace(/^`?/, '`'))) {
    const [, file = '', title = ''] = /^`(\S+\.test\.ts)` "(.+)"$/.exec(named) ?? []
    expect(title, named).not.toBe('')
    const source = readFileSync(join(SOURCES, file), 'utf8')
    expect(source.includes(`test('${title}'`) || source.includes(`test("${title}"`), named).toBe(true)
  }
})

test('every path that the section names exists', () => {
  const missing = pathsIn(section).filter((path) => ![SOURCES, ROOT].some((base) => existsSync(join(base, path))))
  expect(missing).toEqual([])
})

test('the list names exactly the places of the code', () => {
  const files = globSync('**/*.ts', { cwd: SOURCES })
    .filter((file) => !file.endsWith('.test.ts') && !file.includes('testing/'))
    .filter(isPlace)
  expect(pathsIn(list).toSorted()).toEqual(files.toSorted())
})
