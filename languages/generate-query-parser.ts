import { readFileSync, writeFileSync } from 'node:fs'
import { buildParserFile } from '@lezer/generator'

const GRAMMAR = new URL('./src/query/grammar/query.grammar', import.meta.url)
const PARSER = new URL('./src/query/grammar/query-parser.ts', import.meta.url)

/** The text of `query-parser.ts`. A test compares it with the file, so that grammar and parser stay in sync. */
export function generateQueryParser(): string {
  const { parser } = buildParserFile(readFileSync(GRAMMAR, 'utf8'), {
    fileName: 'query.grammar',
    typeScript: true,
    exportName: 'queryParser',
    warn(message) {
      throw new Error(message)
    },
  })
  return `// biome-ignore-all lint: generated\n// biome-ignore-all format: generated\n// biome-ignore-all assist: generated\n${parser}`
}

if (import.meta.main) writeFileSync(PARSER, generateQueryParser())
