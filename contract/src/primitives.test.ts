/** Numbers and booleans that clients of the Graylog API may leave out of a body, because they are primitives there. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GeoIpConfigDraft } from './lookup/geoip-config.ts'
import { allOperations } from './operations.ts'

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const nodesOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

/** Where a class is in bodies: id of an operation, and the way to the object in it. */
const IN_BODIES: Readonly<Record<string, readonly string[]>> = {
  AdministrationRequest: ['sidecar_administration.list'],
  ClosingRetentionStrategyConfig: ['index_sets.create retention_strategy', 'index_sets.update retention_strategy'],
  CloneStreamRequest: ['streams.clone'],
  CollectorStatus: ['sidecars.register node_details status collectors []'],
  CollectorStatusList: ['sidecars.register node_details status'],
  CreateExtractorRequest: ['extractors.create', 'extractors.update'],
  CreateStreamRuleRequest: ['stream_rules.create', 'stream_rules.update', 'streams.create rules []'],
  DecoratorImpl: ['decorators.create', 'decorators.update'],
  DeletionRetentionStrategyConfig: ['index_sets.create retention_strategy', 'index_sets.update retention_strategy'],
  GrokTestRequest: ['tools.grok'],
  HostAndPort: ['auth_backends.create config servers []', 'auth_backends.update config servers []'],
  IndexSetSummary: ['index_sets.create'],
  IndexSetUpdateRequest: ['index_sets.update'],
  InputCreateRequest: ['inputs.create', 'inputs.update'],
  JsonTestRequest: ['tools.json'],
  MessageCountRotationStrategyConfig: ['index_sets.create rotation_strategy', 'index_sets.update rotation_strategy'],
  NodeLogFile: ['sidecars.register node_details log_file_list []'],
  NoopRetentionStrategyConfig: ['index_sets.create retention_strategy', 'index_sets.update retention_strategy'],
  RegexReplaceTestRequest: ['tools.regex_replace'],
  RelativeRange: ['views_search.create queries [] timerange', 'views.create state * widgets [] timerange'],
  RoleResponse: ['roles.create', 'roles.update'],
  SizeBasedRotationStrategyConfig: ['index_sets.create rotation_strategy', 'index_sets.update rotation_strategy'],
  SplitAndIndexTestRequest: ['tools.split_and_index'],
  SubstringTestRequest: ['tools.substring'],
  UrlWhitelist: ['urlwhitelist.update'],
}

/** Documents of `cluster_config.update`, whose schemas its service has. */
const DOCUMENTS: Readonly<Record<string, unknown>> = { GeoIpResolverConfig: GeoIpConfigDraft }

/** Missing properties of index sets have defaults of their own, and in an update they stay unchanged. */
const OWN_DEFAULTS = ['IndexSetSummary', 'IndexSetUpdateRequest', /StrategyConfig$/]

const NO_BODY: Readonly<Record<string, readonly string[]>> = {
  'only in responses': [
    ...['AlarmCallbackHistoryListSummary', 'AlarmCallbackListSummary', 'AlertConditionListSummary', 'AlertImpl'],
    ...['AlertListSummary', 'AlertSummary', 'ClosedIndices', 'ConstraintCheckResult', 'ContentPackList'],
    ...['ContentPackMetadata', 'DeflectorSummary', 'DisplayGettingStarted', 'DocsStats', 'ExposedConfiguration'],
    ...['ExtractorSummaryList', 'FailureCount', 'GrokPatternPageList', 'IndexInfo', 'IndexRangeSummary'],
    ...['IndexSetStats', 'IndexSizeSummary', 'IndexStats', 'IndexSummary', 'InputTypeInfo'],
    ...['KafkaJournalConfigurationSummary', 'LoggersSummary', 'LookupResult', 'Match', 'NodeSummary'],
    ...['NodeSummaryList', 'PipelineInterpreterTrace', 'PluginList', 'RetentionStrategies', 'RotationStrategies'],
    ...['ShardRouting', 'ShardStatus', 'SidecarRegistrationConfiguration', 'SingleLoggerSummary'],
    ...['SingleSubsystemSummary', 'SystemJobSummary', 'TermsStatsResult', 'TimeAndTotalStats', 'UserSummary'],
    'WidgetSummary',
  ],
  'only stored, or between the parts of a server': [
    ...['Builder', 'ChunkDescription', 'GlobalTerminationRevisionConfig', 'IndexSetConfig'],
    ...['LegacyDefaultStreamMigrated', 'MigrationCompleted', 'MongoIndexRange', 'MongoIndexRangesMigrationComplete'],
    ...['NetFlowV9FieldDef', 'NetFlowV9FieldType', 'NetFlowV9Template', 'SearchesConfig'],
    'UserPermissionMigrationState',
  ],
  'of dashboards before version 3.2, which have no operations': [
    ...['RelativeTimeRangeQuery', 'UpdateWidgetRequest', 'WidgetPosition'],
  ],
  'in free JSON that is not read: the source of a pipeline has its stages': ['StageSource'],
  'in free JSON: `readExpression` reads conditions': ['NumberValue'],
}

const file = join(import.meta.dirname, '..', 'reference', 'primitives.json')
const primitives: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(readFileSync(file, 'utf8'))

/** The objects that a part of a body may be. */
function* alternatives(node: unknown): Generator<Node> {
  if (!isNode(node)) return
  yield node
  for (const key of ['anyOf', 'allOf']) for (const part of nodesOf(node[key])) yield* alternatives(part)
  yield* alternatives(node['then'])
}

function stepInto(node: Node, name: string): unknown {
  if (name === '[]') return node['items']
  return name === '*' ? node['additionalProperties'] : Object(node['properties'])[name]
}

function objectsAt(place: string): readonly Node[] {
  const [id, ...names] = place.split(' ')
  let nodes = [...alternatives(allOperations.find((op) => op.id === id)?.body)]
  for (const name of names) nodes = nodes.flatMap((node) => [...alternatives(stepInto(node, name))])
  return nodes
}

const objectsOf = (name: string): readonly (readonly Node[])[] =>
  name in DOCUMENTS ? [[...alternatives(DOCUMENTS[name])]] : (IN_BODIES[name] ?? []).map(objectsAt)

function problemOf(name: string, member: string, objects: readonly Node[]): string[] {
  const holder = objects.find(({ properties }) => isNode(properties) && member in properties)
  const schema = Object(holder?.['properties'])[member]
  if (schema === undefined) return ['unknown']
  const hasOwnDefault = OWN_DEFAULTS.some((one) => (typeof one === 'string' ? one === name : one.test(name)))
  if (hasOwnDefault) return Object(holder?.['required']).includes?.(member) ? ['required'] : []
  return schema.default === (primitives[name]?.[member] === 'boolean' ? false : 0) ? [] : ['no default']
}

test('every class with primitives is in bodies, or has a reason why it is not', () => {
  const named = [...Object.keys(IN_BODIES), ...Object.keys(DOCUMENTS), ...Object.values(NO_BODY).flat()]
  expect(named.toSorted()).toEqual(Object.keys(primitives).toSorted())
})

test('every primitive of a body has the default of the Graylog API', () => {
  const problems = [...Object.keys(IN_BODIES), ...Object.keys(DOCUMENTS)].flatMap((name) =>
    Object.keys(primitives[name] ?? {}).flatMap((member) =>
      objectsOf(name).flatMap((objects) => problemOf(name, member, objects).map((why) => `${name}.${member} ${why}`)),
    ),
  )
  expect(problems).toEqual([])
})

test('a body has defaults only where its primitives are marked', () => {
  const defaults = new Set<unknown>()
  const visit = (node: unknown): void => {
    if (isNode(node) && 'default' in node && 'type' in node) defaults.add(node['default'])
    for (const part of Object.values(Object(node))) if (typeof part === 'object') visit(part)
  }
  for (const { body } of allOperations) visit(body)
  expect([...defaults].toSorted()).toEqual([0, false])
})
