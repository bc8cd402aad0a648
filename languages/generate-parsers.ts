import { readFileSync, writeFileSync } from 'node:fs'
import { buildParserFile } from '@lezer/generator'

const NOT_CHECKED =
  '// biome-ignore-all lint: generated\n// biome-ignore-all format: generated\n// biome-ignore-all assist: generated\n'

interface Grammar {
  readonly exportName: string
  /** Terms that code besides the parser uses. */
  readonly terms: RegExp | undefined
}

const GRAMMARS = {
  query: { exportName: 'queryParser', terms: /(?:Regex|SlashWord|SlashPattern) = \d+/g },
  grok: { exportName: 'grokParser', terms: undefined },
  rules: {
    exportName: 'rulesParser',
    terms: /\b(?:\w+Word|Match|All|Either|When|Then|Let|End|Boolean|Ignored) = \d+/g,
  },
} as const satisfies Readonly<Record<string, Grammar>>

type Language = keyof typeof GRAMMARS

const fileOf = (language: Language, name: string) =>
  new URL(`./src/${language}/grammar/${language}${name}`, import.meta.url)

/** The texts of the generated files by their name. Tests compare them with the files, which stay in sync this way. */
export function generateParser(language: Language): Readonly<Record<string, string>> {
  const { exportName, terms: used }: Grammar = GRAMMARS[language]
  const { parser, terms } = buildParserFile(readFileSync(fileOf(language, '.grammar'), 'utf8'), {
    fileName: `${language}.grammar`,
    typeScript: true,
    exportName,
    warn(message) {
      throw new Error(message)
    },
  })
  const files = { '-parser.ts': NOT_CHECKED + parser }
  if (used === undefined) return files
  const needed = terms.match(used) ?? []
  return { ...files, '-terms.ts': `${NOT_CHECKED}${needed.map((term) => `export const ${term}\n`).join('')}` }
}

/** The generated files as they are. */
export function readParser(language: Language): Readonly<Record<string, string>> {
  const names = Object.keys(generateParser(language))
  return Object.fromEntries(names.map((name) => [name, readFileSync(fileOf(language, name), 'utf8')]))
}

if (import.meta.main) {
  for (const language of ['query', 'grok', 'rules'] as const) {
    for (const [name, text] of Object.entries(generateParser(language))) writeFileSync(fileOf(language, name), text)
  }
}
