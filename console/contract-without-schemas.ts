/// <reference types="node" />
import type { Plugin } from 'vite'

const SCHEMAS = 'typebox'
const STAND_IN = '\0typebox-stand-in'

/**
 * The console needs the contract's operations (method, path, access) and its types, never its schemas: the server
 * checks both directions. So the built console gets schemas that are empty, and 15 kB less to load before the login.
 * Tests run with the real ones, because they check their answers against the contract.
 */
export function contractWithoutSchemas(): Plugin {
  return {
    name: 'logyard-contract-without-schemas',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === SCHEMAS ? STAND_IN : undefined),
    load(id) {
      if (id !== STAND_IN) return undefined
      return 'const schema = { properties: {} }\nexport const Type = new Proxy({}, { get: () => () => schema })\n'
    },
  }
}
