/** Searches over real HTTP, with real users, permissions and engine, and a fixed clock. */

import type { SearchJob } from '@logyard/contract/search/search-jobs'
import { UNKNOWN_INSTANT } from '@logyard/contract/store/index-ranges'
import { BUILT_IN_PATTERNS } from '@logyard/languages/grok/built-in-patterns'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { sql } from '@logyard/languages/sql/sql'
import { createNodeTags } from '../../cluster/node-tags.ts'
import { createClusterConfig } from '../../cluster-config/cluster-config.ts'
import { createPatternFields, type PatternFields } from '../../fields/pattern-fields/pattern-fields.ts'
import { createLiveTails, type LiveTails } from '../../live/live-tails.ts'
import { createSystemMessages, type SystemMessages } from '../../notices/system-messages.ts'
import { createBoundedRuns } from '../../platform/bounded-runs/bounded-runs.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Engine } from '../../store/engine/engine.ts'
import { indexNotFound } from '../../store/index-sets/index-errors.ts'
import type { IdentityUnderTest } from '../../testing/start-identity.ts'
import { type StreamsUnderTest, startStreams } from '../../testing/start-streams.ts'
import { createSearch, type SearchFlow } from '../../wiring/search.ts'
import type { SearchFlowLimits } from '../../wiring/search-deps.ts'
import type { SearchedIndices } from '../scope/searched-indices.ts'
import { schemaOf } from './message-table.ts'

export interface SearchUnderTest extends StreamsUnderTest {
  readonly tails: LiveTails
  readonly systemMessages: SystemMessages
  readonly patternFields: PatternFields
  /** Stores the queries under an id of their own and executes them; returns the finished job. */
  search(queries: readonly object[], options?: SearchOptions): Promise<SearchJob>
  store(queries: readonly object[], options?: SearchOptions): Promise<string>
  /** Installs the initial views, as at a start. */
  open(): Promise<void>
  dashboardCount(): Promise<number>
  /** Creates a user who may read only these streams. */
  addReader(username: string, ...streams: readonly string[]): Promise<string>
}

export interface SearchOptions {
  readonly as?: string
  readonly parameters?: readonly object[]
  readonly state?: object
}

export async function startSearch(options: {
  readonly engine: Engine
  readonly startAt?: string
  readonly limits?: SearchFlowLimits
  /** Another node: this one gets its settings, and both can call each other. */
  readonly beside?: IdentityUnderTest
  readonly config?: Partial<Parameters<typeof createSearch>[0]['config']>
  readonly lookupTables?: Parameters<typeof createSearch>[0]['lookupTables']
  /** By default read from all messages, again for each search. */
  readonly schema?: FieldSchema
}): Promise<SearchUnderTest> {
  const { engine } = options
  const stored = async () => options.schema ?? (await schemaOf(engine))
  const started = Promise.withResolvers<
    Pick<SearchUnderTest, 'tails' | 'systemMessages'> & {
      readonly searchFlow: SearchFlow
      readonly patterns: PatternFields
    }
  >()
  const boundedRuns = createBoundedRuns(systemClock)
  const logyard = await startStreams({
    startAt: options.startAt ?? '2026-03-01T12:00:00.000Z',
    ...(options.beside === undefined ? {} : { beside: options.beside }),
    async more(api, { identity, streams, settings, scheduler, clock, ids, log, nodeId, peers, otherNodes }) {
      const clusterConfig = createClusterConfig({ settings })
      const tails = createLiveTails({ clock })
      const systemMessages = createSystemMessages({ settings, clock, ids, nodeId })
      clusterConfig.routes(api)
      const patterns = await createPatternFields({
        ...{ settings, engine, clock, ids, log },
        storedNames: async () => (await stored()).names(),
      })
      const schema = async () => patterns.schemaWith(await stored())
      const searchFlow = await createSearch({
        clusterConfig,
        cluster: { messages: systemMessages },
        config: { LOGYARD_LEADING_WILDCARDS: false, LOGYARD_HIGHLIGHTING: false, ...options.config },
        settings,
        scheduler,
        engine,
        identity,
        streams,
        fields: { schema, types: schema, patterns },
        indices,
        tails,
        settled: async () => undefined,
        lookUpFor: () => async () => [],
        lookupTables: options.lookupTables ?? (() => () => undefined),
        grokPatterns: () => BUILT_IN_PATTERNS,
        boundedRuns,
        nodeTags: createNodeTags({ nodeId, ids, otherNodes }),
        ...{ nodeId, peers, otherNodes },
        clock,
        ids,
        log,
        limits: options.limits ?? {},
      })
      searchFlow.routes(api, { apiUrl: '/api' })
      started.resolve({ searchFlow, tails, systemMessages, patterns })
    },
  })
  const { searchFlow, tails, systemMessages, patterns } = await started.promise

  const store = async (queries: readonly object[], { as, parameters = [] }: SearchOptions = {}) => {
    const asked = await logyard.call('POST', '/views/search', { body: { queries, parameters }, ...who(as) })
    if (asked.status !== 201) throw new Error(`the search was refused: ${asked.text}`)
    return String(Object(asked.body).id)
  }
  return {
    ...logyard,
    tails,
    systemMessages,
    patternFields: patterns,
    open: searchFlow.open,
    dashboardCount: searchFlow.dashboardCount,
    store,
    async search(queries, asked = {}) {
      const id = await store(queries, asked)
      const body = asked.state ?? {}
      const answer = await logyard.call('POST', `/views/search/${id}/execute`, { body, ...who(asked.as) })
      if (answer.status !== 201) throw new Error(`the execution was refused: ${answer.text}`)
      const job: SearchJob = Object(answer.body)
      if (!job.execution.done) throw new Error('the search is not done')
      return job
    },
    async addReader(username, ...streams) {
      const permissions = streams.map((id) => `streams:read:${id}`)
      await logyard.addUser(username, { permissions })
      return `${username}:${username}-password`
    },
    async [Symbol.asyncDispose]() {
      await searchFlow[Symbol.asyncDispose]()
      patterns[Symbol.dispose]()
      await boundedRuns[Symbol.asyncDispose]()
      await logyard[Symbol.asyncDispose]()
    },
  }
}

/** One index of each index set that tests write to. */
const indices: SearchedIndices = {
  ofEvents: async () => ['gl-events_0', 'gl-system-events_0'],
  within: async () =>
    ['graylog_0', 'other_0', 'gl-events_0'].map((index_name) => ({
      index_name,
      begin: UNKNOWN_INSTANT,
      end: UNKNOWN_INSTANT,
      calculated_at: '2026-03-01T12:00:00.000Z',
      took_ms: 0,
    })),
  fateOf: async (name) => (name.startsWith('gone') ? 'deleted' : name.startsWith('closed') ? 'closed' : 'open'),
  async get(name) {
    if (!/^(?:graylog|other)_0$/.test(name)) throw indexNotFound(name)
    return { analyzer: name === 'other_0' ? 'whitespace' : 'standard' }
  },
}

const who = (as: string | undefined) => (as === undefined ? {} : { as })

export async function clearMessages({ stores }: Engine): Promise<void> {
  await stores.change(async ({ client }) => void (await client.command({ query: sql`TRUNCATE TABLE messages` })))
}
