import type { FieldRef, QueryNode, RangeEnd } from '../query-tree.ts'

const fieldInWords = (field: FieldRef | undefined) => (field === undefined ? '' : `${field.name}=`)
const end = (bound: RangeEnd | undefined, sign: string) =>
  bound === undefined ? [] : [`${sign}${bound.inclusive ? '=' : ''}${bound.text}`]

/** A tree as one line: `+` required, `-` prohibited, `'word'`, `"phrase"`, `w(a*)`, `r(…)`, `f(…)1`. */
export function queryInWords(node: QueryNode): string {
  switch (node.kind) {
    case 'all':
      return 'all'
    case 'bool': {
      const signed = (sign: string, nodes: readonly QueryNode[]) => nodes.map((inner) => sign + queryInWords(inner))
      return `(${[...signed('+', node.must), ...signed('', node.should), ...signed('-', node.mustNot)].join(' ')})`
    }
    case 'term':
      return `${fieldInWords(node.field)}'${node.text}'`
    case 'phrase':
      return `${fieldInWords(node.field)}"${node.text}"${node.slop === 0 ? '' : node.slop}`
    case 'wildcard': {
      const signs = { any: '*', one: '?' }
      const text = node.parts.map((part) => (part.kind === 'literal' ? `<${part.text}>` : signs[part.kind])).join('')
      return `${fieldInWords(node.field)}w(${text})`
    }
    case 'regex':
      return `${fieldInWords(node.field)}r(${node.pattern})`
    case 'fuzzy':
      return `${fieldInWords(node.field)}f(${node.text})${node.edits}`
    case 'range':
      return `${fieldInWords(node.field)}[${[...end(node.lower, '>'), ...end(node.upper, '<')].join(' ')}]`
    case 'exists':
      return `exists(${node.field.name}${node.field.pattern ? ' as a pattern' : ''})`
    default:
      return node satisfies never
  }
}
