import type { FastifyInstance } from 'fastify'
import { createStreamConditions, type StreamConditions } from '../legacy-alerts/stream-conditions.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { createNotifications } from '../notices/notifications.ts'
import { createOutputs, type Outputs } from '../outputs/outputs.ts'
import { streamRoutes } from '../streams/stream-routes.ts'
import { createStreams, type Streams } from '../streams/stream-service.ts'
import { type AreaParts, type IdentityOptions, type IdentityUnderTest, startIdentity } from './start-identity.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The index sets that a test's streams may use: `default`, `events`, `system-events`, `other`, and one read-only. */
const INDEX_SETS = [
  { id: 'default', index_prefix: 'graylog', writable: true },
  { id: 'events', index_prefix: 'gl-events', writable: true },
  { id: 'system-events', index_prefix: 'gl-system-events', writable: true },
  { id: 'other', index_prefix: 'other', writable: true },
  { id: 'read-only', index_prefix: 'archive', writable: false },
]

export interface StreamsUnderTest extends IdentityUnderTest {
  readonly streams: Streams
  readonly conditions: StreamConditions
  readonly outputs: Outputs
  readonly metrics: ReturnType<typeof createMetrics>
  readonly notifications: ReturnType<typeof createNotifications>
  /** Creates a stream over the API and answers its id. */
  addStream(draft?: Readonly<Record<string, unknown>>, as?: string): Promise<string>
}

export interface StreamParts extends AreaParts {
  readonly streams: Streams
  readonly conditions: StreamConditions
}

export interface StreamsOptions extends Omit<IdentityOptions, 'area'> {
  /** Another area, served beside streams and identity. */
  readonly more?: (api: FastifyInstance, parts: StreamParts) => Promise<void>
}

/** Streams and outputs as they are served, with identity: real HTTP and a real settings file; index sets are a list. */
export async function startStreams(options: StreamsOptions = {}): Promise<StreamsUnderTest> {
  const { more, ...identityOptions } = options
  type Started = Pick<StreamsUnderTest, 'streams' | 'conditions' | 'outputs' | 'metrics' | 'notifications'>
  let queues: AsyncDisposable & { readonly path: string }
  const started = Promise.withResolvers<Started>()
  const logyard = await startIdentity({
    ...identityOptions,
    async area(api, parts) {
      const { identity, settings, clock, ids, log } = parts
      const metrics = createMetrics(clock)
      const notifications = createNotifications({ settings, clock, nodeId: 'node' })
      const indexSets = {
        find: async (id: string) => INDEX_SETS.find((set) => set.id === id),
        claiming: async () => [],
        defaultId: async () => 'default',
        list: async () => INDEX_SETS,
      }
      const conditions = createStreamConditions({ settings, clock, ids })
      const base = { settings, identity, notifications, metrics, clock, ids, log }
      const streams = await createStreams({ ...base, indexSets, alerting: conditions })
      queues = await temporaryFolder()
      const outputs = await createOutputs({
        ...base,
        streams,
        folder: queues.path,
        isUrlAllowed: async () => true,
      })
      streamRoutes(api, { streams, outputsOf: outputs.summaries, alerting: conditions, apiUrl: '/api' })
      outputs.routes(api, '/api')
      await more?.(api, { ...parts, streams, conditions })
      started.resolve({ streams, conditions, outputs, metrics, notifications })
    },
  })
  const parts = await started.promise
  return {
    ...logyard,
    ...parts,
    async addStream(draft = {}, as) {
      const body = { title: 'Errors', index_set_id: 'default', ...draft }
      const answer = await logyard.call('POST', '/streams', as === undefined ? { body } : { body, as })
      if (answer.status !== 201) throw new Error(`stream was refused: ${answer.text}`)
      return Object(answer.body).stream_id
    },
    async [Symbol.asyncDispose]() {
      await parts.outputs[Symbol.asyncDispose]()
      parts.streams[Symbol.dispose]()
      parts.conditions[Symbol.dispose]()
      parts.metrics[Symbol.dispose]()
      await logyard[Symbol.asyncDispose]()
      await queues[Symbol.asyncDispose]()
    },
  }
}
