/**
 * Every name that a property has anywhere in the requests of the contract, with hostile values in the shape that the
 * property has there. An object that takes keys it does not name is tried with all of them: one of them may reach code
 * that believes it was checked.
 */
import type { OperationSpec } from '@logyard/contract/http/operation'
import { baseObject } from './base-values.ts'
import { kindOfName } from './entity-kinds.ts'
import { sqlFragments } from './hostile-values.ts'
import type { KnownEntities } from './known-entities.ts'
import { isSchema, type Schema, type Shape, shapesOf } from './shapes.ts'

export interface HostileForm {
  readonly value: unknown
  /** Refused wherever the contract names the property: an operation that accepts it accepts unchecked input. */
  readonly isBreach: boolean
  /** Where in the value the hostile leaf is: `sort[].order`. */
  readonly leaf: string
}

export interface ContractName {
  readonly name: string
  readonly forms: readonly HostileForm[]
}

const MAX_DEPTH = 4

export function contractNames(operations: readonly OperationSpec[], known: KnownEntities): readonly ContractName[] {
  const schemas = new Map<string, Map<string, Schema>>()
  for (const { params, query, body } of operations) {
    for (const schema of [params, query, body]) if (isSchema(schema)) collect(schema, schemas)
  }
  return [...schemas].map(([name, declared]) => {
    const forms = [...declared.values()].flatMap((schema) => [...hostileForms(schema, name, '', known, 0)])
    return { name, forms: onceEach(forms) }
  })
}

/** The first of several equal ones, which describes itself best. */
function onceEach(forms: readonly HostileForm[]): readonly HostileForm[] {
  const byText = new Map<string, HostileForm>()
  for (const form of forms) {
    const text = JSON.stringify(form.value)
    if (!byText.has(text)) byText.set(text, form)
  }
  return [...byText.values()]
}

function collect(schema: Schema, found: Map<string, Map<string, Schema>>): void {
  for (const shape of shapesOf(schema)) {
    if (shape.kind === 'array') collect(shape.items, found)
    if (shape.kind !== 'object') continue
    if (shape.values !== undefined) collect(shape.values, found)
    for (const [name, property] of Object.entries(shape.properties)) {
      const declared = found.get(name) ?? new Map<string, Schema>()
      found.set(name, declared)
      const key = JSON.stringify(property)
      if (declared.has(key)) continue
      declared.set(key, property)
      collect(property, found)
    }
  }
}

/** A valid value, with one leaf that the schema refuses: a foreign id, or SQL in place of a choice or a number. */
function* hostileForms(
  schema: Schema,
  name: string,
  title: string,
  known: KnownEntities,
  depth: number,
): Iterable<HostileForm> {
  if (depth > MAX_DEPTH) return
  for (const shape of shapesOf(schema)) {
    if (shape.kind === 'object') {
      const base = baseObject(shape, known)
      for (const [key, property] of Object.entries(shape.properties)) {
        for (const form of hostileForms(property, key, shape.title, known, depth + 1)) {
          yield { ...form, value: { ...base, [key]: form.value }, leaf: `${name}.${form.leaf}` }
        }
      }
    } else if (shape.kind === 'array') {
      for (const form of hostileForms(shape.items, name, title, known, depth + 1)) {
        yield { ...form, value: [form.value], leaf: `${name}[]${form.leaf.slice(name.length)}` }
      }
    } else {
      for (const { value, isBreach, isId } of hostileLeaves(shape, name, known)) {
        // Each id is tried by itself; of SQL one fragment is enough, since all of them show.
        yield { value, isBreach, leaf: isId === true ? `${name}=${value}` : name }
      }
    }
  }
}

type LeafShape = Exclude<Shape, { readonly kind: 'object' | 'array' }>

interface HostileLeaf {
  readonly value: unknown
  readonly isBreach: boolean
  readonly isId?: true
}

function hostileLeaves(shape: LeafShape, name: string, known: KnownEntities): readonly HostileLeaf[] {
  const as = (isBreach: boolean, values: readonly unknown[]) => values.map((value) => ({ value, isBreach }))
  const sql = sqlFragments(known)
  const kind = kindOfName(name)
  switch (shape.kind) {
    case 'string':
      return [
        ...[...(known.foreign[kind] ?? []), ...(kind === 'stream' ? [''] : [])].map(
          (value) => ({ value, isBreach: true, isId: true }) as const,
        ),
        ...as(false, [...(kind === 'stream' ? [] : [known.foreignStream]), ...sql]),
      ]
    case 'constant':
      return [...as(false, shape.values), ...as(true, sql)]
    case 'number':
      return [...as(false, [1e300, -1]), ...as(true, sql)]
    case 'boolean':
      return as(false, [true])
    case 'anything':
      return as(false, [known.foreignStream])
    case 'null':
      return []
    default:
      return shape satisfies never
  }
}
