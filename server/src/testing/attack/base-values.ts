/** Valid values for schemas: what is required and little else, filled with entities that the attacker may use. */
import { kindOfProperty } from './entity-kinds.ts'
import { type KnownEntities, LOCAL_ID, ownOf } from './known-entities.ts'
import { type ObjectShape, type Schema, type Shape, shapesOf } from './shapes.ts'

/** Where a value stands: the property's name, and the title of the object around it. */
export interface Spot {
  readonly name: string
  readonly title: string
}

const ALL_TIME = { type: 'relative', range: 0 }

/** Valid values that no schema describes, by property or by title and property. */
const GIVEN: Readonly<Record<string, unknown>> = {
  'BackendQuery.type': 'elasticsearch',
  'SearchFilter.type': 'stream',
  'TableRequest.query': '* | fields message, source, streams',
  'WidgetDraft.type': 'messages',
  codec: 'gelf',
  field: 'source',
  fields: 'source,message',
  file_name: 'messages',
  filter: '*',
  from: '2020-01-01T00:00:00.000Z',
  function: 'count()',
  keyword: 'last day',
  query: '*',
  query_string: '*',
  range: 0,
  remote_address: '127.0.0.1',
  sort: 'timestamp:desc',
  string: 'last hour',
  timerange: ALL_TIME,
  timestamp: '2026-01-01T00:00:00.000Z',
  to: '2090-01-01T00:00:00.000Z',
}

/** Lists without which a request asks for nothing: they have one item. */
const FILLED: ReadonlySet<string> = new Set(['SearchDraft.queries', 'SearchQuery.search_types', 'Pivot.series'])

export function baseValue(schema: Schema, spot: Spot, known: KnownEntities): unknown {
  const shapes = shapesOf(schema)
  const shape = shapes.find(({ kind }) => kind !== 'null') ?? shapes[0]
  return shape === undefined ? null : baseOf(shape, spot, known)
}

export function baseOf(shape: Shape, spot: Spot, known: KnownEntities): unknown {
  switch (shape.kind) {
    case 'object':
      return baseObject(shape, known)
    case 'array':
      return FILLED.has(`${spot.title}.${spot.name}`) ? [baseValue(shape.items, spot, known)] : []
    case 'constant':
      return shape.values[0]
    case 'string':
      return baseText(shape.schema, spot, known)
    case 'number':
      return Number(givenFor(spot) ?? shape.schema['minimum'] ?? 1)
    case 'boolean':
      return false
    case 'null':
      return null
    case 'anything':
      return givenFor(spot) ?? LOCAL_ID
    default:
      return shape satisfies never
  }
}

/** Properties that an object needs although its schema does not require them, by title. */
const COMPLETED: Readonly<Record<string, (known: KnownEntities) => object>> = {
  SearchFilter: ({ ownStream }) => ({ id: ownStream }),
  // A dashboard, which is what a view is by default, takes a permission that readers do not have.
  ViewDraft: () => ({ type: 'SEARCH' }),
}

export const baseObject = (shape: ObjectShape, known: KnownEntities): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(
    Object.keys(shape.properties)
      .filter((name) => shape.required.has(name) || FILLED.has(`${shape.title}.${name}`))
      .map((name) => [name, baseValue(shape.properties[name] ?? {}, { name, title: shape.title }, known)]),
  ),
  ...(shape.values === undefined
    ? {}
    : { [LOCAL_ID]: baseValue(shape.values, { name: LOCAL_ID, title: shape.title }, known) }),
  ...COMPLETED[shape.title]?.(known),
})

function baseText(schema: Schema, spot: Spot, known: KnownEntities): unknown {
  const given = givenFor(spot)
  if (typeof given === 'string') return given
  return ownOf(known, kindOfProperty(spot)) ?? textOf(schema)
}

const textOf = (schema: Schema): string => (String(schema['pattern'] ?? '').includes('#') ? '#aabbcc' : LOCAL_ID)

const givenFor = ({ name, title }: Spot): unknown =>
  Object.hasOwn(GIVEN, `${title}.${name}`)
    ? GIVEN[`${title}.${name}`]
    : Object.hasOwn(GIVEN, name)
      ? GIVEN[name]
      : undefined
