import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

/** Git has no empty folders, but a checkout can have some left over. */
const holdsFiles = (folder: string): boolean =>
  readdirSync(folder, { withFileTypes: true }).some((entry) => entry.isFile() || holdsFiles(join(folder, entry.name)))

const foldersIn = (path: string): readonly string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && holdsFiles(join(root, path, entry.name)))
    .map(({ name }) => name)

describe.each(['server/src', 'console/src'])('the table of %s', (path) => {
  test('names exactly the folders of the tree', () => {
    const table = page.split(`<!-- folders: ${path} -->\n`)[1]?.split('\n\n')[0] ?? ''
    const named = [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, folder = '']) => folder)
    expect(named.toSorted()).toEqual(foldersIn(path).toSorted())
  })
})

test('the list of packages names every workspace, bin and packaging', () => {
  const list = page.split('## Packages\n\n```\n')[1]?.split('\n```')[0] ?? ''
  const named = [...list.matchAll(/^([\w-]+)\//gm)].map(([, folder = '']) => folder)
  const { workspaces }: { workspaces: string[] } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(named.toSorted()).toEqual([...workspaces, 'bin', 'packaging'].toSorted())
})

test('every paragraph is shorter than 500 characters', () => {
  const paragraphs = page.split(/\n\n|\n(?=\d+\. )/).filter((text) => !/^(\||<!--|```)/.test(text))
  expect(paragraphs.filter((text) => text.length >= 500)).toEqual([])
})

test('every page that it links to exists', () => {
  const links = [...page.matchAll(/\]\(([^)#]+)\)/g)].map(([, link = '']) => link)
  for (const link of links) expect(() => readFileSync(join(root, link)), link).not.toThrow()
})

/** Pages beside the code that they describe: a path may be relative to the page, to its `src`, or to the repository. */
const PAGES = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'codecs/README.md',
  'console/README.md',
  'contract/README.md',
  'engine/README.md',
  'languages/README.md',
  'server/README.md',
  'terminal/README.md',
]

test.each(PAGES)('every path that %s names exists', (file) => {
  const folder = join(root, dirname(file))
  const named = [...readFileSync(join(root, file), 'utf8').matchAll(/`([\w@-]+(?:\/[\w.-]+)+)`/g)].map(
    ([, path = '']) => path,
  )
  const isPath = (path: string) => !/^(@|data\/|application\/|text\/|dev\/|proc\/)/.test(path)
  const missing = named
    .filter(isPath)
    .filter((path) => ![folder, join(folder, 'src'), root].some((base) => existsSync(join(base, path))))
  expect(missing).toEqual([])
})
