/// <reference types="node" />
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

const SCHEMAS = 'typebox'
const STAND_IN = '\0typebox-stand-in'
const CONTRACT = /\/contract\/src\/[\w/-]+\.ts$/
/** What describes an operation: `operation({ ... })`, and `get(path, { ... })` of an area. */
const DESCRIBES = new Set(['operation', 'get', 'post', 'put', 'del'])
/** The client needs the others: how to call the operation, and who may. */
const FOR_THE_SERVER = new Set([
  ...['summary', 'area', 'params', 'query', 'body', 'bodyOptional', 'bodyBytes', 'answers'],
  ...['audit', 'created', 'secretParams', 'isOutside', 'headRefused', 'formBody'],
])
const PURE = '/* @__PURE__ */ '

/**
 * The console needs the contract's operations (method, path, access) and types, but not its schemas: the server
 * validates both directions. The build removes the schemas from the operations, and unreferenced schemas are dropped
 * by tree shaking. Tests use the full contract, because they validate their responses with it.
 */
export function contractWithoutSchemas(): Plugin {
  return {
    name: 'logyard-contract-without-schemas',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === SCHEMAS ? STAND_IN : undefined),
    load(id) {
      if (id !== STAND_IN) return undefined
      // Removing the schemas twice has the same result.
      return 'export const Type = new Proxy(() => Type, { get: () => Type, apply: () => Type })\n'
    },
    transform: {
      filter: { id: CONTRACT },
      handler: (code, id) => ({ code: withoutSchemas(code, id), map: null }),
    },
  }
}

interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/**
 * Removes the schemas, and marks the calls of the module itself as free of side effects: only their results matter.
 * Calls in functions stay as they are, because a function may append to a list.
 */
function withoutSchemas(code: string, id: string): string {
  const edits: Edit[] = []
  const functions: ESTree.Span[] = []
  const note = (found: ESTree.Span) => void functions.push(found)
  const visitor = new Visitor({
    FunctionDeclaration: note,
    FunctionExpression: note,
    ArrowFunctionExpression: note,
    CallExpression(call) {
      const { callee } = call
      if (callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'Type') {
        edits.push({ from: call.start, to: call.end, text: 'Type' })
        return
      }
      edits.push({ from: call.start, to: call.start, text: PURE })
      if (callee.type === 'Identifier' && DESCRIBES.has(callee.name)) edits.push(...removals(call))
    },
  })
  visitor.visit(parseSync(id, code).program)
  const isInFunction = ({ from }: Edit) => functions.some(({ start, end }) => start <= from && from < end)
  let result = ''
  let end = 0
  const wanted = edits.filter((edit) => edit.text !== PURE || !isInFunction(edit))
  for (const { from, to, text } of wanted.sort((a, b) => a.from - b.from || b.to - a.to)) {
    // Inside a range that is already removed.
    if (from < end) continue
    result += code.slice(end, from) + text
    end = to
  }
  return result + code.slice(end)
}

function removals({ arguments: given }: ESTree.CallExpression): readonly Edit[] {
  const spec = given.at(-1)
  if (spec?.type !== 'ObjectExpression') return []
  return spec.properties.flatMap((property, index) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return []
    if (!FOR_THE_SERVER.has(property.key.name)) return []
    // Include the comma after it.
    const to = spec.properties[index + 1]?.start ?? spec.end - 1
    return [{ from: property.start, to, text: '' }]
  })
}
