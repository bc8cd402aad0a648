/** Prints every import that breaks a rule, and every cycle, of the sources of this repository. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkImports } from './import-check.ts'
import { importRules } from './import-rules.ts'

const root = join(import.meta.dirname, '..')
const FOLDERS = '{contract,codecs,languages,engine,server,console,terminal,bench,e2e,bin}'

const files = globSync(`${FOLDERS}/**/*.{ts,tsx,mjs}`, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const problems = checkImports(sources, importRules)
for (const problem of problems) console.error(problem)
console.log(`${files.length} files, ${problems.length} broken rules and cycles`)
process.exitCode = problems.length === 0 ? 0 : 1
