/** Random objects of every type that packs can carry, as the entities of a pack that refer to each other. */
import type { SeededRandom } from '@logyard/codecs/testing/seeded-random'
import { chance, type Graph, lookedUp, shuffled, some, streamIds, tableNames, textOf } from './graph-parts.ts'
import { boolean, type EntityDraft, entity, integer, string } from './pack-drafts.ts'
import { randomView } from './random-views.ts'

export interface GraphOptions {
  /** The approximate number of entities of each type. */
  readonly size: number
  /** Begins the names that have to be unique on a server. */
  readonly prefix?: string
}

export function randomGraph(random: SeededRandom, { size, prefix = '' }: GraphOptions): readonly EntityDraft[] {
  const entities: EntityDraft[] = []
  const ofType = (name: string) => entities.filter(({ type }) => type.name === name)
  const graph: Graph = { random, prefix, size, entities, ofType }
  // Entities that others use come first here, and in any order in the pack.
  for (const add of [addWhitelist, addPatterns, addLookups, addOutputs, addStreams, addPipelines, addInputs]) add(graph)
  for (const add of [addViews, addEvents, addSidecars]) add(graph)
  return shuffled(random, entities)
}

const times = ({ random, size }: Graph) => Array.from({ length: 1 + random.below(size) }, (_, n) => n)

function add({ entities, prefix }: Graph, type: string, data: object): EntityDraft {
  const made = entity(type, data, { id: `${prefix}${type}-${entities.length}` })
  entities.push(made)
  return made
}

function addWhitelist(graph: Graph): void {
  for (const n of times(graph)) {
    const type = graph.random.pick(['literal', 'regex'])
    const value = type === 'literal' ? `https://hook-${n}.example.org/` : `^https://h${n}\\.example\\.org/.*$`
    add(graph, 'url_whitelist_entry', { id: `${graph.prefix}entry-${n}`, type, title: textOf(graph), value })
  }
}

const patternName = ({ prefix }: Graph, n: number) => `${prefix.toUpperCase().replaceAll('-', '_')}PATTERN_${n}`

function addPatterns(graph: Graph): void {
  for (const n of times(graph)) {
    const used = n === 0 ? '\\d+' : `%{${patternName(graph, graph.random.below(n))}:part}`
    const pattern = graph.random.pick([used, `${used}-%{WORD:word}`, `(?:${used}|none)`])
    add(graph, 'grok_pattern', { name: patternName(graph, n), pattern })
  }
}

function addLookups(graph: Graph): void {
  const { random, prefix } = graph
  const named = (kind: string, n: number) => ({
    name: string(`${prefix}${kind}-${n}`),
    title: string(textOf(graph)),
    description: string(random.pick(['', textOf(graph)])),
  })
  for (const n of times(graph)) {
    const memory = {
      ...{ type: string('guava_cache'), max_size: integer(1000), expire_after_access: integer(n) },
      ...{ expire_after_access_unit: string('SECONDS'), expire_after_write: integer(0) },
    }
    add(graph, 'lookup_cache', {
      ...named('cache', n),
      configuration: random.pick([memory, { type: string('none') }]),
    })
  }
  for (const n of times(graph)) {
    const values = {
      ...{ type: string('logyard-values'), time_to_live: integer(0), time_to_live_unit: string('SECONDS') },
      case_insensitive_lookup: boolean(chance(random, 50)),
    }
    const file = {
      ...{ type: string('csvfile'), path: string('/etc/lookup.csv'), separator: string(','), quotechar: string('"') },
      ...{ key_column: string('key'), value_column: string('value'), check_interval: integer(60) },
    }
    add(graph, 'lookup_adapter', { ...named('adapter', n), configuration: random.pick([values, file]) })
  }
  for (const n of times(graph)) {
    const isDefault = chance(random, 50)
    add(graph, 'lookup_table', {
      ...named('table', n),
      cache_name: string(random.pick(graph.ofType('lookup_cache')).id),
      data_adapter_name: string(random.pick(graph.ofType('lookup_adapter')).id),
      default_single_value: string(isDefault ? 'none' : ''),
      default_single_value_type: string(isDefault ? 'STRING' : 'NULL'),
      default_multi_value: string(''),
      default_multi_value_type: string('NULL'),
    })
  }
}

function addOutputs(graph: Graph): void {
  for (const n of times(graph)) {
    add(graph, 'output', {
      ...{ title: string(textOf(graph)), type: string('org.graylog2.outputs.GelfOutput') },
      configuration: { hostname: string('127.0.0.1'), protocol: string('TCP'), port: integer(12_201 + n) },
    })
  }
}

const RULES = ['EXACT', 'REGEX', 'GREATER', 'SMALLER', 'PRESENCE', 'CONTAINS', 'ALWAYS_MATCH']
const VALUES: Readonly<Record<string, string>> = { REGEX: '^web-\\d+$', GREATER: '10', SMALLER: '7' }

function addStreams(graph: Graph): void {
  const { random } = graph
  for (const _ of times(graph)) {
    const stream_rules = some(random, RULES, 4).map((type) => ({
      type: string(type),
      field: string(type === 'ALWAYS_MATCH' ? '' : random.pick(['source', 'level'])),
      value: string(['PRESENCE', 'ALWAYS_MATCH'].includes(type) ? '' : (VALUES[type] ?? textOf(graph))),
      inverted: boolean(chance(random, 30)),
      description: string(random.pick(['', textOf(graph)])),
    }))
    add(graph, 'stream', {
      ...{ title: string(textOf(graph)), description: string(random.pick(['', textOf(graph)])) },
      ...{ disabled: boolean(false), matching_type: string(random.pick(['AND', 'OR'])), stream_rules },
      ...{ alert_conditions: [], alarm_callbacks: [] },
      outputs: some(random, graph.ofType('output')).map(({ id }) => string(id)),
      ...{ default_stream: boolean(false), remove_matches: boolean(chance(random, 50)) },
    })
  }
}

function addPipelines(graph: Graph): void {
  const { random, prefix } = graph
  const quoted = (text: string) => text.replaceAll(/["\\\n]/g, ' ')
  for (const n of times(graph)) {
    const name = `${prefix}rule ${n} ${quoted(textOf(graph))}`
    const looksUp = `set_field("found", lookup_value("${random.pick(tableNames(graph))}", $message.source));`
    const action = random.pick(['set_field("seen", true);', looksUp])
    add(graph, 'pipeline_rule', {
      ...{ title: string(name), description: string(random.pick(['', textOf(graph)])) },
      source: string(`rule "${name}"\nwhen has_field("source")\nthen\n  ${action}\nend`),
    })
  }
  const rules = graph.ofType('pipeline_rule').map(({ data }) => Object(data).title['@value'])
  for (const n of times(graph)) {
    const name = `${prefix}pipeline ${n} ${quoted(textOf(graph))}`
    const stages = [0, 5].slice(0, 1 + random.below(2)).map((stage) => {
      const used = some(random, rules).map((rule) => `\n  rule "${rule}"`)
      return `stage ${stage} match ${random.pick(['either', 'all'])}${used.join('')}`
    })
    add(graph, 'pipeline', {
      ...{ title: string(name), description: string(random.pick(['', textOf(graph)])) },
      source: string(`pipeline "${name}"\n${stages.join('\n')}\nend`),
      connected_streams: streamIds(graph).toSorted().map(string),
    })
  }
}

function addInputs(graph: Graph): void {
  const { random } = graph
  for (const _ of times(graph)) {
    add(graph, 'input', {
      title: string(textOf(graph)),
      type: string('org.graylog2.inputs.gelf.http.GELFHttpInput'),
      global: boolean(chance(random, 50)),
      configuration: { bind_address: string('127.0.0.1'), port: integer(0), recv_buffer_size: integer(262_144) },
      static_fields: chance(random, 50) ? { team: string(textOf(graph)) } : {},
      extractors: some(random, extractors(graph), 4),
    })
  }
}

function extractors(graph: Graph): readonly object[] {
  const { random } = graph
  const one = (type: string, configuration: object, more: object = {}) => ({
    ...{ title: string(textOf(graph)), type: string(type), cursor_strategy: string('COPY') },
    ...{ target_field: string('found'), source_field: string('message'), configuration, converters: [] },
    ...{ condition_type: string('NONE'), condition_value: string('') },
    order: { '@type': 'long', '@value': random.below(10) },
    ...more,
  })
  const table = { lookup_table_name: string(random.pick(tableNames(graph))) }
  const pattern = Object(random.pick(graph.ofType('grok_pattern')).data).name
  const converters = some(random, [
    { type: string('LOOKUP_TABLE'), configuration: table },
    { type: string('UPPERCASE'), configuration: {} },
    { type: string('DATE'), configuration: { date_format: string('yyyy-MM-dd'), time_zone: string('UTC') } },
  ])
  const whenWeb = { condition_type: string('STRING'), condition_value: string('web') }
  return [
    one('COPY_INPUT', {}, { converters }),
    one('REGEX', { regex_value: string('user=(\\w+)') }, { ...whenWeb, cursor_strategy: string('CUT') }),
    one('SPLIT_AND_INDEX', { split_by: string(' '), index: integer(1) }, { converters }),
    one('LOOKUP_TABLE', table),
    one('GROK', { grok_pattern: string(`%{${pattern}:n}`), named_captures_only: boolean(true) }),
  ]
}

function addViews(graph: Graph): void {
  for (const _ of times(graph)) add(graph, 'dashboard', randomView(graph, 'DASHBOARD'))
  for (const _ of times(graph)) add(graph, 'search', randomView(graph, 'SEARCH'))
}

const NOTIFICATIONS = (graph: Graph) => [
  { type: 'http-notification-v1', url: string('https://hook-0.example.org/') },
  {
    ...{ type: 'email-notification-v1', sender: string('logs@example.org'), subject: string(textOf(graph)) },
    ...{ body_template: string(`${textOf(graph)} \${event.message}`) },
    ...{ user_recipients: [], email_recipients: ['one@example.org', 'two@example.org'] },
  },
  {
    ...{ type: 'http-notification-v2', url: string('https://hook-0.example.org/'), method: string('POST') },
    ...{ content_type: string('text/plain'), body_template: string(`\${event.message} ${textOf(graph)}`) },
    ...{ timeout_seconds: 5, retries: 2, retry_delay_seconds: 10 },
  },
]

function addEvents(graph: Graph): void {
  const { random } = graph
  for (const _ of times(graph)) {
    const title = { title: string(textOf(graph)), description: string(random.pick(['', textOf(graph)])) }
    add(graph, 'notification', { ...title, config: random.pick(NOTIFICATIONS(graph)) })
  }
  for (const _ of times(graph)) {
    add(graph, 'event_definition', {
      ...{ title: string(textOf(graph)), description: string(textOf(graph)) },
      ...{ priority: integer(1 + random.below(3)), alert: boolean(chance(random, 50)) },
      config: random.pick([aggregation, sequence, absence])(graph),
      field_spec: random.pick([{}, { who: fieldOf(graph) }]),
      key_spec: [],
      notification_settings: { grace_period_ms: random.below(3) * 60_000, backlog_size: random.below(5) },
      notifications: some(random, graph.ofType('notification')).map(({ id }) => ({ notification_id: string(id) })),
      is_scheduled: boolean(chance(random, 50)),
      ...(chance(random, 50) ? { tags: ['night'], remediation_steps: textOf(graph) } : {}),
    })
  }
}

const fieldOf = (graph: Graph) => ({
  data_type: 'string',
  providers: [
    graph.random.pick([
      { type: 'template-v1', template: `\${source.user} ${textOf(graph)}` },
      { type: 'lookup-v1', table_name: graph.random.pick(tableNames(graph)), key_field: 'source' },
    ]),
  ],
})

function aggregation(graph: Graph) {
  const isLookedUp = chance(graph.random, 50)
  return {
    ...{ type: 'aggregation-v1', query: string(isLookedUp ? 'user:$who$' : 'level:3') },
    query_parameters: isLookedUp ? [lookedUp(graph)] : [],
    streams: streamIds(graph),
    ...{ group_by: ['source'], series: [{ id: 'count-', function: 'count', field: null }] },
    conditions: {
      expression: { expr: '>', left: { expr: 'number-ref', ref: 'count-' }, right: { expr: 'number', value: 5 } },
    },
    ...{ search_within_ms: 60_000, execute_every_ms: 60_000 },
  }
}

const sequence = (graph: Graph) => ({
  type: 'sequence-v1',
  first: { query: 'login:failed', query_parameters: [], streams: streamIds(graph) },
  next: { query: 'login:ok', query_parameters: [], streams: streamIds(graph) },
  ...{ key_fields: ['user'], within_ms: 60_000, is_missing: chance(graph.random, 50), execute_every_ms: 60_000 },
})

const absence = (graph: Graph) => ({
  ...{ type: 'absence-v1', query: string('source:web'), query_parameters: [], streams: streamIds(graph) },
  ...{ group_by: [], silence_ms: 300_000, remember_ms: 3_600_000, execute_every_ms: 60_000 },
})

function addSidecars(graph: Graph): void {
  const { random, prefix } = graph
  for (const n of times(graph)) {
    const os = random.pick(['linux', 'windows'])
    add(graph, 'sidecar_collector', {
      ...{ name: string(`${prefix}shipper-${n}`), service_type: string(os === 'linux' ? 'exec' : 'svc') },
      ...{ node_operating_system: string(os), executable_path: string('/usr/bin/shipper') },
      ...{ execute_parameters: string('-c %s'), validation_parameters: string(random.pick(['', '-t %s'])) },
      default_template: string(`host = \${sidecar.nodeName}\n${n}\n`),
    })
  }
  for (const n of times(graph)) {
    add(graph, 'sidecar_collector_configuration', {
      collector_id: string(random.pick(graph.ofType('sidecar_collector')).id),
      ...{
        title: string(`${prefix}configuration ${n} ${random.pick(['Größe', '0012', 'a: b # c'])}`),
        color: string('#00aaff'),
      },
      ...{ template: string(`node = \${sidecar.nodeId}\n`), tags: some(random, ['night', 'dmz']).toSorted() },
    })
  }
}
