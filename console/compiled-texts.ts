/// <reference types="node" />
import { parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'

const CATALOGUE = /\/messages\/en\/[\w-]+\.json$/
const PARSER = '@formatjs/icu-messageformat-parser'
const STAND_IN = '\0icu-parser-stand-in'

/**
 * Parses texts when the console is built: each that is more than plain words becomes the tree that the formatter uses,
 * so that no parser is loaded before the login. Plain words stay strings.
 */
export function compiledTexts(): Plugin {
  return {
    name: 'logyard-compiled-texts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === PARSER ? STAND_IN : undefined),
    load(id) {
      if (id !== STAND_IN) return undefined
      return `export * from '${PARSER}/no-parser.js'\nexport const parse = (value) => [{ type: 0, value }]\n`
    },
    transform: {
      filter: { id: CATALOGUE },
      handler(code) {
        const texts: Readonly<Record<string, string>> = JSON.parse(code)
        const compiled = Object.entries(texts).map(([id, text]) => [id, compileText(text)])
        return { code: JSON.stringify(Object.fromEntries(compiled)), map: null }
      },
    },
  }
}

function compileText(text: string) {
  const elements = parse(text)
  const [first] = elements
  return elements.length === 1 && first?.type === 0 ? first.value : elements
}
