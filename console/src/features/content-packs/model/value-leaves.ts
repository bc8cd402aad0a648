/** The typed values in the data of an entity: `{"@type": "string", "@value": "Web"}`. */
import type { ValueReference } from '@logyard/contract/content-packs/model-types'
import { isRecord } from '../../../ui/is-record.ts'

export interface ValueLeaf {
  readonly path: readonly string[]
  /** Type in lower case. */
  readonly type: string
  readonly value: unknown
}

/** Exactly these two keys; any other object is part of the structure. */
export const isValueReference = (value: unknown): value is ValueReference =>
  isRecord(value) &&
  Object.keys(value).length === 2 &&
  typeof value['@type'] === 'string' &&
  Object.hasOwn(value, '@value')

/** Deeper data is not a configuration, and could overflow the stack. */
const MAX_DEPTH = 100

/** Every typed value, in the order of the data. */
export function valueLeaves(data: unknown, path: readonly string[] = []): readonly ValueLeaf[] {
  if (path.length > MAX_DEPTH) return []
  if (isValueReference(data)) return [{ path, type: data['@type'].toLowerCase(), value: data['@value'] }]
  if (Array.isArray(data)) return data.flatMap((entry, index) => valueLeaves(entry, [...path, String(index)]))
  if (!isRecord(data)) return []
  return Object.entries(data).flatMap(([key, entry]) => valueLeaves(entry, [...path, key]))
}

/** As text: `stream_rules.0.value`. */
export const pathText = (path: readonly string[]): string => path.join('.')

/** Keys may contain dots, so the text of a path does not identify it. */
export const pathId = (path: readonly string[]): string => JSON.stringify(path)

/** A copy of the data with other values at these paths, by `pathId`. */
export function withValues(
  data: unknown,
  values: ReadonlyMap<string, ValueReference>,
  path: readonly string[] = [],
): unknown {
  if (path.length > MAX_DEPTH) return data
  if (isValueReference(data)) return values.get(pathId(path)) ?? data
  if (Array.isArray(data)) return data.map((entry, index) => withValues(entry, values, [...path, String(index)]))
  if (!isRecord(data)) return data
  return Object.fromEntries(
    Object.entries(data).map(([key, entry]) => [key, withValues(entry, values, [...path, key])]),
  )
}
