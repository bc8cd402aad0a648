/** What requests may contain. A schema must not accept anything unreviewed. */
import { expect, test } from 'vitest'
import { ANY_JSON, IGNORES_UNKNOWN } from './http/open-parts.ts'
import type { OperationSpec } from './http/operation.ts'
import { allOperations } from './operations.ts'

type Node = Readonly<Record<string, unknown>>
interface Place {
  readonly op: OperationSpec
  readonly node: Node
  /** `views.create body.state.*.widgets[]` */
  readonly at: string
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const nodesOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
const entriesOf = (value: unknown) => Object.entries(isNode(value) ? value : {}).filter(([, part]) => isNode(part))

/** Every schema within a schema, except conditions (`if`). */
function* within(op: OperationSpec, node: unknown, at: string): Generator<Place> {
  if (!isNode(node)) return
  yield { op, node, at }
  for (const [name, part] of entriesOf(node['properties'])) yield* within(op, part, `${at}.${name}`)
  for (const [, part] of entriesOf(node['patternProperties'])) yield* within(op, part, `${at}.*`)
  yield* within(op, node['additionalProperties'], `${at}.*`)
  yield* within(op, node['items'], `${at}[]`)
  for (const key of ['anyOf', 'oneOf', 'allOf']) for (const part of nodesOf(node[key])) yield* within(op, part, at)
  for (const key of ['then', 'else']) yield* within(op, node[key], at)
}

const isRaw = (schema: unknown) => isNode(schema) && schema['title'] === 'Raw'

function* places(): Generator<Place> {
  for (const op of allOperations) {
    yield* within(op, op.params, `${op.id} params`)
    yield* within(op, op.query, `${op.id} query`)
    if (op.body !== undefined && !isRaw(op.body)) yield* within(op, op.body, `${op.id} body`)
  }
}
const all = [...places()]
const found = (is: (place: Place) => boolean) => [...new Set(all.filter(is).map(({ at }) => at))]

const isInQuery = ({ at, op }: Place) => at === `${op.id} query`

/** An object that names its properties, or says how it handles others, itself or in each of its alternatives. */
function isClosed(node: Node): boolean {
  if (node['additionalProperties'] === false || node[IGNORES_UNKNOWN] === true || ANY_JSON in node) return true
  if (isNode(node['additionalProperties'])) return true
  const { then: one, else: other } = node
  if (isNode(one) && isNode(other)) return isClosed(one) && isClosed(other)
  return isClosedByType(node)
}

/** Made by `byType`: each known type has a closed schema, and all others share one. */
function isClosedByType(node: Node): boolean {
  const branches = nodesOf(node['allOf'])
  const closedTypes = branches.flatMap((branch) => {
    const types = typeOf(branch['if'])['enum']
    return isNode(branch['then']) && isClosed(branch['then']) && Array.isArray(types) ? types : []
  })
  const isKnown = (types: unknown) => Array.isArray(types) && types.every((type) => closedTypes.includes(type))
  const others = branches.find((branch) => isNode(branch['else']))
  if (others !== undefined)
    return isKnown(typeOf(others['if'])['enum']) && isNode(others['else']) && isClosed(others['else'])
  return isKnown(typeOf(node)['enum'])
}

function typeOf(node: unknown): Node {
  const properties = isNode(node) ? node['properties'] : undefined
  const type = isNode(properties) ? properties['type'] : undefined
  return isNode(type) ? type : {}
}

test('every object of a request is closed, or states why it is open', () => {
  // The server removes unknown parameters from a query string.
  expect(found((place) => place.node['type'] === 'object' && !isInQuery(place) && !isClosed(place.node))).toEqual([])
})

test('no map checks its names by a pattern, which could miss some', () => {
  expect(found(({ node }) => 'patternProperties' in node)).toEqual([])
})

test('every map bounds how many properties it has, and how long their names are', () => {
  const isMap = ({ node }: Place) => node['type'] === 'object' && node['additionalProperties'] !== false
  const isBounded = ({ node }: Place) => 'maxProperties' in node && 'propertyNames' in node
  const areNamed = ({ node }: Place) => node['additionalProperties'] === undefined
  expect(found((place) => isMap(place) && !areNamed(place) && !isBounded(place))).toEqual([])
})

test('every condition lists the values that its properties may have', () => {
  const isList = (part: Node) => Object.keys(part).join() === 'enum'
  const isReadable = (condition: Node) =>
    Object.keys(condition).every((key) => key === 'properties' || key === 'required') &&
    entriesOf(condition['properties']).every(([, part]) => isNode(part) && isList(part))
  expect(found(({ node }) => isNode(node['if']) && !isReadable(node['if']))).toEqual([])
})

const CHOICES = ['properties', 'anyOf', 'allOf', 'enum', 'const', '$ref', 'type', 'then', 'else', ANY_JSON]

test('every place that accepts any JSON states why', () => {
  expect(found(({ node }) => !CHOICES.some((key) => key in node))).toEqual([])
  expect(found(({ node }) => ANY_JSON in node && String(node[ANY_JSON]).length < 5)).toEqual([])
})

/** Reviewed properties that accept any JSON from signed-in users: stored unchanged, or never read. */
const REVIEWED_FREE = [
  'binding.value: The value of a parameter; it becomes a text',
  'body.category: Not read',
  'body.dashboards[]: Of the legacy format; stored as it is',
  'body.grok_patterns[]: Of the legacy format; stored as it is',
  'body.inputs[]: Of the legacy format; stored as it is',
  'body.lookup_caches[]: Of the legacy format; stored as it is',
  'body.lookup_data_adapters[]: Of the legacy format; stored as it is',
  'body.lookup_tables[]: Of the legacy format; stored as it is',
  'body.outputs[]: Of the legacy format; stored as it is',
  'body.streams[]: Of the legacy format; stored as it is',
  'entities[].data: By type, with plain values. References are names; a secret is `{"secret": NAME}`; the service checks it',
  'entities[].data: By type; checked when the pack is installed',
  'parameters.*.@value: A text, number or boolean; the installation checks it',
  'body.can_be_default: Not read',
  'body.config: Of an unknown type: only the type is stored',
  'body.config: Of an unknown type: refused by validation',
  'body.config: The configuration depends on the decorator type',
  'body.config: The configuration depends on the job type',
  'body.configuration: The configuration depends on the callback type',
  'body.configuration: The configuration depends on the codec',
  'body.configuration: The configuration depends on the input type',
  'body.configuration: The configuration depends on the output type',
  'body.created_at: Not read',
  'body.data: The data depend on the job type',
  'body.data_tiering: Not read',
  'body.default: Not read',
  'body.errors: Not read',
  'body.example: A message has the fields that its sender gave it',
  'body.extractor_config: The configuration depends on the extractor type',
  'body.field_restrictions: Not read',
  'body.id: Not read',
  'body.message: A message has the fields that its sender gave it',
  'body.modified_at: Not read',
  'body.parameters: The parameters depend on the condition type',
  'body.params: By method, as the protocol says; the arguments of each tool have a closed schema',
  'body.preferences: Each client keeps what it likes',
  'body.requires: By capability; only the names are read',
  'body.requires: Not read',
  'body.stages: Not read',
  'body.value: Rules read it by the names that users give',
  'body: Each key has a closed schema of its own, which the service checks',
  'conditions.expression: A tree; `readExpression` checks it and bounds its depth',
  'config.configuration: By the type of the callback',
  'config.visualization_config: Each visualization has a schema of its own for it, below',
  'converters.*: The configuration depends on the converter type',
  'decorators[].config: The configuration depends on the decorator type',
  'definition.config: Of an unknown type: refused by validation',
  'extractor.extractor_config: The configuration depends on the extractor type',
  'filter.filters[]: Changes nothing',
  'filter.filters[]: Of an unknown type: stored unchanged',
  'filters[].filters[]: Changes nothing',
  'filters[].filters[]: Of an unknown type: stored unchanged',
  'filters[].filters[]: There can be none',
  'global_override.timerange: An invalid time range is ignored',
  'notifications[].notification_parameters: By the type of the notification',
  'parameter_bindings.*.value: The value of a parameter; it becomes a text',
  'parameters[].default_value: The value of a parameter; it becomes a text',
  'queries.*.timerange: An invalid time range is ignored',
  'queries[].filter: Of an unknown type: stored unchanged',
  'queries[].search_types[]: Of an unknown type: stored unchanged',
  'query_parameters[].default_value: The value of a parameter; it becomes a text',
  'rule.created_at: Not read',
  'rule.errors: Not read',
  'rule.modified_at: Not read',
  'rule.stages: Not read',
  'search_types[].column_groups[]: Of an unknown type: stored unchanged',
  'search_types[].filter: Of an unknown type: stored unchanged',
  'search_types[].row_groups[]: Of an unknown type: stored unchanged',
  'search_types[].series[]: Of an unknown type: stored unchanged',
  'widgets[].config: A widget of an unknown type keeps what it has',
  'search.requires: By capability; only the names are read',
]

/** The last two names of a path, or the last three in a map. */
const tailOf = (at: string) => /(?:[^. ]+\.(?:\*\.)?)?[^. ]+$/.exec(at)?.[0] ?? at

test('any JSON is accepted only in reviewed places', () => {
  const free = all.filter(({ node }) => ANY_JSON in node).map(({ node, at }) => `${tailOf(at)}: ${node[ANY_JSON]}`)
  expect([...new Set(free)].sort()).toEqual([...REVIEWED_FREE].sort())
})

test('unknown properties are ignored only in objects that clients send back as they read them', () => {
  expect(found(({ node }) => IGNORES_UNKNOWN in node)).toEqual([
    'users.create body.startpage',
    'users.update body',
    'users.update body.startpage',
    'tokens.create body',
    // The standard of back-channel log-out wants it.
    'oidc.back_channel_logout body',
    'index_sets.create body.rotation_strategy',
    'index_sets.create body.retention_strategy',
    'index_sets.update body',
    'index_sets.update body.rotation_strategy',
    'index_sets.update body.retention_strategy',
    'streams.update body',
    'outputs.update body',
    'lookup.error_states body',
  ])
})

test('every list of a request has a limit', () => {
  expect(found(({ node }) => node['type'] === 'array' && !('maxItems' in node))).toEqual([])
})

test('every number of a request has a minimum and a maximum', () => {
  const isNumber = ({ node }: Place) => (node['type'] === 'integer' || node['type'] === 'number') && !('const' in node)
  const hasLeast = ({ node }: Place) => 'minimum' in node || 'exclusiveMinimum' in node
  expect(found((place) => isNumber(place) && !('maximum' in place.node && hasLeast(place)))).toEqual([])
})

test('public operations limit the length of every text', () => {
  const isOpenText = ({ node }: Place) =>
    node['type'] === 'string' && !('maxLength' in node) && !('enum' in node) && !('const' in node)
  expect(found((place) => place.op.access.kind === 'public' && isOpenText(place))).toEqual([])
})
