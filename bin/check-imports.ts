/** Reads every import of our sources and names those that point the wrong way, and circles. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'
import { importRules } from './import-rules.ts'

const root = join(import.meta.dirname, '..')
const FOLDERS = '{contract,codecs,languages,engine,server,console,bench,e2e,bin}'

const files = globSync(`${FOLDERS}/**/*.{ts,tsx,mjs}`, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
const importsOf = new Map(files.map((file) => [file, readImports(file)]))
const problems = [...brokenRules(), ...circles()]
for (const problem of problems) console.error(problem)
console.log(`${files.length} files, ${problems.length} imports that point the wrong way`)
process.exitCode = problems.length === 0 ? 0 : 1

interface Imports {
  /** Of values and of types: both tie files together. */
  readonly all: readonly string[]
  /** What runs when the file is loaded: only these make circles that hurt. */
  readonly loaded: readonly string[]
}

/** What a file imports: ours as paths from the root, the rest by name. */
function readImports(file: string): Imports {
  const text = readFileSync(join(root, file), 'utf8')
  const { module } = parseSync(file, text)
  const lazy = module.dynamicImports.map(({ moduleRequest }) =>
    text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
  )
  const fixed = module.staticImports.map((entry) => ({
    name: entry.moduleRequest.value,
    isType: entry.entries.length > 0 && entry.entries.every((part) => part.isType),
  }))
  const passedOn = module.staticExports.flatMap((entry) =>
    entry.entries.flatMap((part) =>
      part.moduleRequest === null ? [] : [{ name: part.moduleRequest.value, isType: part.isType }],
    ),
  )
  const named = [...fixed, ...passedOn]
  const resolveAll = (names: readonly string[]) => [...new Set(names)].map((name) => resolve(file, name))
  return {
    all: resolveAll([...named.map(({ name }) => name), ...lazy]),
    loaded: resolveAll(named.filter(({ isType }) => !isType).map(({ name }) => name)),
  }
}

function resolve(file: string, name: string): string {
  if (name.startsWith('.')) return normalize(join(dirname(file), name))
  return name.replace(/^@logyard\/(\w+)\/(.+)$/, '$1/src/$2.ts')
}

function brokenRules(): readonly string[] {
  const broken: string[] = []
  for (const [file, { all: imports }] of importsOf) {
    for (const rule of importRules) {
      const match = rule.from.exec(file)
      if (match === null || rule.except?.test(file)) continue
      const pattern = (text: string) => new RegExp(text.replace('$1', match[1] ?? ''))
      for (const target of imports) {
        const isAllowed = rule.toExcept !== undefined && pattern(rule.toExcept).test(target)
        if (!isAllowed && pattern(rule.to).test(target)) broken.push(`${file} imports ${target}: ${rule.why}`)
      }
    }
  }
  return broken
}

function circles(): readonly string[] {
  const found: string[] = []
  const done = new Set<string>()
  const walk = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file)
    if (start >= 0) found.push(`a circle of imports: ${[...trail.slice(start), file].join(' -> ')}`)
    if (start >= 0 || done.has(file)) return
    for (const target of importsOf.get(file)?.loaded ?? []) if (importsOf.has(target)) walk(target, [...trail, file])
    done.add(file)
  }
  for (const file of files) walk(file, [])
  return found
}
