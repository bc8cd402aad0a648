import { expect, test } from 'vitest'
import { checkImports } from './import-check.ts'
import { type ImportRule, importRules } from './import-rules.ts'

const check = (tree: Readonly<Record<string, string>>, rules: readonly ImportRule[] = []) =>
  checkImports(new Map(Object.entries(tree)), rules)

const LEAF = 'export const leaf = 1\nexport type Leaf = number\n'

/** Each way to name another module. */
const waysToImport: Readonly<Record<string, (path: string) => string>> = {
  'an import': (path) => `import { leaf } from '${path}'`,
  'an import of a type': (path) => `import type { Leaf } from '${path}'`,
  'an import for its effects': (path) => `import '${path}'`,
  'an export': (path) => `export { leaf } from '${path}'`,
  'an export of everything': (path) => `export * from '${path}'`,
  'an export of a type': (path) => `export type { Leaf } from '${path}'`,
  'a dynamic import': (path) => `const later = () => import('${path}')`,
  'a dynamic import in backquotes': (path) => `const later = () => import(\`${path}\`)`,
  'an imported type in place': (path) => `let leaf: import('${path}').Leaf`,
  'the URL of a worker': (path) => `new Worker(new URL('${path}', import.meta.url))`,
}

const noHigh: ImportRule = { why: 'low is below high', from: /^server\/src\/low\//, to: '^server/src/high/' }

test.each(Object.entries(waysToImport))('%s counts for the rules', (_, importing) => {
  const tree = { 'server/src/low/a.ts': importing('../high/b.ts'), 'server/src/high/b.ts': LEAF }
  expect(check(tree, [noHigh])).toEqual(['server/src/low/a.ts imports server/src/high/b.ts: low is below high'])
})

test.each(Object.entries(waysToImport))('%s counts for cycles of folders', (_, importing) => {
  const tree = {
    'server/src/low/a.ts': importing('../high/b.ts'),
    'server/src/high/b.ts': LEAF,
    'server/src/high/c.ts': `import type { Leaf } from '../low/d.ts'`,
    'server/src/low/d.ts': LEAF,
  }
  expect(check(tree)).toEqual([
    [
      'a cycle in server/src: high, low',
      '  high -> low (1)',
      '    server/src/high/c.ts imports server/src/low/d.ts',
      '  low -> high (1)',
      '    server/src/low/a.ts imports server/src/high/b.ts',
    ].join('\n'),
  ])
})

test('text that only looks like an import does not count', () => {
  const text = `// import '../high/b.ts'
    const a = "import('../high/b.ts')"
    const b = (name: string) => import(\`../high/\${name}.ts\`)
    const c = new URL('../high/b.ts', 'http://localhost')`
  expect(check({ 'server/src/low/a.ts': text, 'server/src/high/b.ts': LEAF }, [noHigh])).toEqual([])
})

test('a rule lets through the files and targets that it excepts', () => {
  const rule = { ...noHigh, except: /\.test\.ts$/, toExcept: '^server/src/high/public/' }
  const tree = {
    'server/src/low/a.ts': `import '../high/public/b.ts'`,
    'server/src/low/a.test.ts': `import '../high/c.ts'`,
    'server/src/high/public/b.ts': LEAF,
    'server/src/high/c.ts': LEAF,
  }
  expect(check(tree, [rule])).toEqual([])
})

test('a name within a workspace package stands for its file', () => {
  const tree = {
    'server/src/a.ts': `import { b } from '@logyard/contract/streams/streams'`,
    'contract/src/streams/streams.ts': `import { a } from '@logyard/server/a'`,
  }
  const problems = check(tree, importRules)
  expect(problems).toContain(
    'contract/src/streams/streams.ts imports server/src/a.ts: contract imports of ours only contract',
  )
  expect(problems).toContainEqual(expect.stringContaining('a cycle in the root folder: contract, server'))
})

const streams = { store: `export const streamCollection = defineCollection({})`, service: 'export const streams = 1' }

test.each([
  { file: 'streams/shelf.ts', text: streams.store, isAllowed: false },
  { file: 'streams/shelf.ts', text: 'const kept = defineCollection({})\nexport { kept }', isAllowed: false },
  { file: 'streams/streams.ts', text: 'const kept = defineCollection({})\nexport const streams = 1', isAllowed: true },
  { file: 'streams/doors.ts', text: 'export function streamRoutes(api: Api) {}', isAllowed: false },
  { file: 'streams/doors.ts', text: 'export const streamRoutes = () => undefined', isAllowed: false },
  { file: 'streams/stream-store.ts', text: streams.service, isAllowed: true },
])('another area may import $file with $text: $isAllowed', ({ file, text, isAllowed }) => {
  const importing = (from: string) =>
    check(
      { [`server/src/${from}`]: `import '${from.includes('/') ? '../' : './'}${file}'`, [`server/src/${file}`]: text },
      importRules,
    )
  expect(importing('outputs/outputs.ts').length === 0).toBe(isAllowed)
  expect(importing('streams/own.ts')).toEqual([])
  expect(importing('wiring/streams.ts')).toEqual([])
  expect(importing('app.ts')).toEqual([])
})

test('parts of an area in folders of their own reach the stores of each other', () => {
  const tree = {
    'server/src/identity/users/users.ts': `import { roles } from '../accounts/role-store.ts'`,
    'server/src/identity/accounts/role-store.ts': 'export const roles = defineCollection({})',
  }
  expect(check(tree, importRules)).toEqual([])
})

test.each([
  ['base', 'ui'],
  ['ui', 'widgets'],
  ['widgets', 'features'],
  ['features', 'app'],
])('in the console %s imports nothing from %s, which may import it', (low, high) => {
  const files = { [`console/src/${low}/x/low.ts`]: LEAF, [`console/src/${high}/x/high.ts`]: LEAF }
  const upwards = { ...files, [`console/src/${low}/x/importing.ts`]: `import '../../${high}/x/high.ts'` }
  const downwards = { ...files, [`console/src/${high}/x/importing.ts`]: `import '../../${low}/x/low.ts'` }
  expect(check(upwards, importRules)).toHaveLength(1)
  expect(check(downwards, importRules)).toEqual([])
})

test('files that load each other are a cycle; a type or a later import between them is none of files', () => {
  const cycle = (back: string) => ({ 'server/src/a.ts': `import './b.ts'`, 'server/src/b.ts': back })
  expect(check(cycle(`import './a.ts'`))).toContain(
    'a cycle of files: server/src/a.ts -> server/src/b.ts -> server/src/a.ts',
  )
  for (const back of [`import type { A } from './a.ts'`, `const later = () => import('./a.ts')`]) {
    const problems = check(cycle(back))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain('a cycle in server/src: a.ts, b.ts')
  }
})

test('a cycle through three folders is told once, also between folders of a folder', () => {
  const tree = {
    'console/src/features/a/x.ts': `import '../b/deep/x.ts'`,
    'console/src/features/b/deep/x.ts': `import '../../c/x.ts'`,
    'console/src/features/c/x.ts': `import '../a/y.ts'`,
    'console/src/features/a/y.ts': LEAF,
    'console/src/features/d/x.ts': `import '../a/x.ts'`,
  }
  const [problem, ...more] = check(tree)
  expect(problem).toMatch(/^a cycle in console\/src\/features: a, b, c\n/)
  expect(problem).not.toContain('/d/')
  expect(more).toEqual([])
})

test('a file and the folder beside it are a cycle when they import each other', () => {
  const tree = {
    'server/src/search/search.ts': `import './plan/plan.ts'`,
    'server/src/search/plan/plan.ts': LEAF,
    'server/src/search/plan/steps.ts': `import type { Search } from '../search.ts'`,
  }
  expect(check(tree)).toEqual([expect.stringMatching(/^a cycle in server\/src\/search: plan, search\.ts\n/)])
})

test('many imports between two folders are counted, and the first of them are listed', () => {
  const numbers = Array.from({ length: 9 }, (_, number) => number)
  const importing = Object.fromEntries(numbers.map((n) => [`engine/src/low/${n}.ts`, `import '../high/a.ts'`]))
  const [problem] = check({
    ...importing,
    'engine/src/high/a.ts': LEAF,
    'engine/src/high/b.ts': `import '../low/0.ts'`,
  })
  expect(problem).toContain('  low -> high (9)\n')
  expect(problem).toContain('    and 4 more')
})

test('tests and their helpers tie no folders together', () => {
  const tie = { 'server/src/a/x.ts': `import '../b/x.ts'`, 'server/src/b/x.ts': LEAF, 'server/src/a/y.ts': LEAF }
  for (const file of ['b/x.test.ts', 'b/testing/x.ts']) {
    const path = file
      .split('/')
      .slice(1)
      .map(() => '..')
      .join('/')
    expect(check({ ...tie, [`server/src/${file}`]: `import '${path}/a/y.ts'` })).toEqual([])
  }
})
