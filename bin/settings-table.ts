/** Writes the table of settings in the README from their schema: `node bin/settings-table.ts`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsTable } from '../server/src/platform/settings-table.ts'

const path = join(import.meta.dirname, '..', 'README.md')
const readme = readFileSync(path, 'utf8')
const written = readme.replace(
  /(<!-- settings:[^>]*-->\n)[\s\S]*(<!-- \/settings -->)/,
  (_, start: string, end: string) => {
    return `${start}${settingsTable()}\n${end}`
  },
)
writeFileSync(path, written)
