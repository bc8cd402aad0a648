/// <reference types="node" />
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { operationPermissions } from './src/base/session/operation-permissions.ts'

const TABLE = /\/src\/base\/session\/operation-permissions\.ts$/
const SOURCES = join(import.meta.dirname, 'src')
const QUOTED = /'([\w.]+)'/g

/** Replaces the table of permissions by its JSON, with the operations whose ids the sources of the console quote. */
export function tableOfPermissions(): Plugin {
  return {
    name: 'logyard-table-of-permissions',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: TABLE },
      handler() {
        const quoted = quotedWords()
        const named = Object.entries(operationPermissions).filter(([id]) => quoted.has(id))
        return `export const operationPermissions = ${JSON.stringify(Object.fromEntries(named))}\n`
      },
    },
  }
}

function quotedWords(): ReadonlySet<string> {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES }).filter((file) => !/\.test\.tsx?$/.test(file))
  return new Set(
    files.flatMap((file) =>
      Array.from(readFileSync(join(SOURCES, file), 'utf8').matchAll(QUOTED), ([, word = '']) => word),
    ),
  )
}
