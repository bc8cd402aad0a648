import { findFolderCycles } from './folder-cycles.ts'
import type { ImportRule } from './import-rules.ts'
import { type ModuleFacts, readModule } from './module-facts.ts'

/** Texts of source files by their path from the root. */
export type Sources = ReadonlyMap<string, string>

/** Files that may import from anywhere, and so tie folders that otherwise know nothing of each other. */
const OUTSIDE_CYCLES = /\.(test|spec)\.tsx?$|\/testing\/|^bin\/commands\.ts$/

/** Every import that breaks a rule, and every cycle of files and of folders. */
export function checkImports(sources: Sources, rules: readonly ImportRule[]): readonly string[] {
  const modules = new Map([...sources].map(([file, text]) => [file, readModule(file, text)]))
  return [...brokenRules(modules, rules), ...fileCycles(modules), ...folderCycles(modules)]
}

type Modules = ReadonlyMap<string, ModuleFacts>

function brokenRules(modules: Modules, rules: readonly ImportRule[]): readonly string[] {
  return [...modules].flatMap(([file, { imports }]) => {
    const targets = [...new Set(imports.map(({ target }) => target))]
    return rules.flatMap((rule) =>
      targets
        .filter((target) => breaks(rule, file, target, modules))
        .map((target) => `${file} imports ${target}: ${rule.why}`),
    )
  })
}

function breaks(rule: ImportRule, file: string, target: string, modules: Modules): boolean {
  const match = rule.from.exec(file)
  if (match === null || rule.except?.test(file)) return false
  const isLike = (pattern: string) => new RegExp(pattern.replace('$1', match[1] ?? '')).test(target)
  if (!isLike(rule.to) || (rule.toExcept !== undefined && isLike(rule.toExcept))) return false
  const module = modules.get(target)
  return rule.exporting !== 'store or routes' || module?.isStore === true || module?.isRoutes === true
}

/** Files that load each other: one of them runs before what it imports is there. */
function fileCycles(modules: Modules): readonly string[] {
  const found: string[] = []
  const done = new Set<string>()
  const walk = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file)
    if (start >= 0) found.push(`a cycle of files: ${[...trail.slice(start), file].join(' -> ')}`)
    if (start >= 0 || done.has(file)) return
    for (const { target, kind } of modules.get(file)?.imports ?? []) {
      if (kind === 'loaded' && modules.has(target)) walk(target, [...trail, file])
    }
    done.add(file)
  }
  for (const file of modules.keys()) walk(file, [])
  return found
}

function folderCycles(modules: Modules): readonly string[] {
  const isCounted = (file: string) => modules.has(file) && !OUTSIDE_CYCLES.test(file)
  const edges = [...modules].flatMap(([from, { imports }]) =>
    [...new Set(imports.map(({ target }) => target))].map((to) => ({ from, to })),
  )
  return findFolderCycles(edges.filter(({ from, to }) => isCounted(from) && isCounted(to)))
}
