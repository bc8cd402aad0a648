import type { OperationSpec } from './operation.ts'

/** The URL of a call: path parameters are encoded, a last `{rest*}` keeps its slashes, empty values are omitted. */
export function operationUrl(apiUrl: string, op: Pick<OperationSpec, 'path'>, params: unknown, query: unknown): string {
  const values = entriesOf(params)
  const path = op.path.replaceAll(/\{(\w+)(\*?)\}/g, (_, name: string, rest: string) => {
    const value = values.get(name)
    if (value === undefined) throw new Error(`${op.path} was called without ${name}`)
    const text = String(value)
    return rest === '*' ? text.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(text)
  })
  const search = new URLSearchParams()
  for (const [name, value] of entriesOf(query)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  }
  const tail = search.size === 0 ? '' : `?${search}`
  return `${apiUrl}${path.replace(/^\//, '')}${tail}`
}

const entriesOf = (given: unknown): Map<string, unknown> =>
  new Map(typeof given === 'object' && given !== null ? Object.entries(given) : [])
