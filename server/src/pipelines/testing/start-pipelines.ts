/** Rules, pipelines and connections behind real HTTP, with a settings store of their own. */
import { BUILT_IN_PATTERNS } from '@logyard/languages/grok/built-in-patterns'
import type { Caller } from '../../http/caller.ts'
import { inputNotFound } from '../../ingest/inputs/input-errors.ts'
import type { LookupTables } from '../../lookup/lookup-tables.ts'
import { createMetrics, type Metrics } from '../../metrics/metrics.ts'
import { createBoundedRuns } from '../../platform/bounded-runs/bounded-runs.ts'
import { systemClock } from '../../platform/clock.ts'
import { createIds } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import type { StoredMessage } from '../../search/messages/message-rows.ts'
import { streamNotFound } from '../../streams/stream-errors.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { startHttp } from '../../testing/start-http.ts'
import { temporarySettings } from '../../testing/temporary-settings.ts'
import { createPipelines, type Pipelines } from '../pipelines.ts'
import { createPipelineRunner, type PipelineRunner } from '../runs/pipeline-runner.ts'
import { simulatorRoutes } from '../runs/simulator-routes.ts'
import { trialRoutes } from '../runs/trial-routes.ts'
import { createTrials } from '../runs/trial-service.ts'

export const START = '2026-03-01T09:00:00.000Z'

export interface PipelinesUnderTest extends AsyncDisposable {
  readonly pipelines: Pipelines
  readonly runner: PipelineRunner
  readonly settings: SettingsStore
  readonly metrics: Metrics
  readonly clock: ReturnType<typeof fixedClock>
  /** What the simulator logged. */
  logged(): string
  /** Calls the API with these permissions, all by default. The body is the response as JSON, of any shape. */
  call(method: string, path: string, options?: CallOptions): Promise<Called>
  /** As `call`, with all permissions and the response as text. */
  text(method: string, path: string, body: unknown): Promise<string>
  /** Saves a rule or pipeline and returns its id. */
  addRule(source: string): Promise<string>
  addPipeline(source: string): Promise<string>
}

interface CallOptions {
  readonly body?: unknown
  readonly as?: string
}

interface Called {
  readonly status: number
  readonly body: unknown
}

export interface PipelinesOptions {
  /** Newest first. */
  readonly documents?: readonly StoredMessage[]
  readonly lookupTables?: LookupTables
  /** The titles of running inputs, by id. */
  readonly inputs?: ReadonlyMap<string, string>
}

/** `streams` are the ids of the streams that exist. */
export async function startPipelines(
  streams: readonly string[] = [],
  { documents = [], lookupTables = { find: () => undefined }, inputs = new Map() }: PipelinesOptions = {},
): Promise<PipelinesUnderTest> {
  await using starting = new AsyncDisposableStack()
  const { settings } = starting.use(await temporarySettings())
  const clock = fixedClock(START)
  const metrics = starting.use(createMetrics(clock))
  const boundedRuns = starting.use(createBoundedRuns(systemClock))
  const ids = createIds(clock.now)
  const requireStream = async (id: string) => {
    if (!streams.includes(id)) throw streamNotFound(id)
  }
  const grok = { definitions: () => BUILT_IN_PATTERNS, onChange: () => ({ [Symbol.dispose]: () => undefined }) }
  const named = () => streams.map((id) => ({ id, title: `Stream ${id}`, isPaused: false }))
  // A table has its name as its id.
  const tableId = async (name: string) => (lookupTables.find(name) === undefined ? undefined : name)
  const deps = {
    settings,
    boundedRuns,
    serverRuns: boundedRuns,
    grok,
    metrics,
    requireStream,
    streams: named,
    tableId,
    clock,
    ids,
  }
  const pipelines = starting.use(await createPipelines(deps))
  const runner = createPipelineRunner({
    ...deps,
    grokPatterns: grok.definitions,
    inputs: () => inputs,
    threatIntel: () => ({ tor: false, spamhaus: false, abuseCh: false }),
    lookupTables,
  })
  const isReadableTable = (name: string, caller: Caller) => caller.holds(`lookuptables:read:${name}`)
  const runTrial = createTrials({
    ...pipelines,
    runner,
    requireStream,
    async requireInput(id) {
      if (!inputs.has(id)) throw inputNotFound(id)
    },
    isReadableTable,
    newestDocuments: async (_caller, { limit }) => ({ documents: documents.slice(0, limit), isCut: false }),
  })
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const http = starting.use(
    await startHttp(async (api) => {
      pipelines.routes(api)
      simulatorRoutes(api, { ...pipelines, runner, requireStream, isReadableTable, ids, log })
      trialRoutes(api, { runTrial })
    }),
  )
  const call: PipelinesUnderTest['call'] = (method, path, { body, as = '*' } = {}) => http.ask(method, path, as, body)
  const adder = (path: string) => async (source: string) => {
    const { status, body } = await call('POST', path, { body: { source } })
    if (status !== 200) throw new Error(`not saved: ${JSON.stringify(body)}`)
    return String(Object(body).id)
  }
  const running = starting.move()
  return {
    pipelines,
    runner,
    settings,
    metrics,
    clock,
    logged: () => lines.join(''),
    call,
    async text(method, path, body) {
      const headers = { 'content-type': 'application/json', 'x-requested-by': 'test', 'x-test-permissions': '*' }
      return (await fetch(`${http.api}${path}`, { method, headers, body: JSON.stringify(body) })).text()
    },
    addRule: adder('/system/pipelines/rule'),
    addPipeline: adder('/system/pipelines/pipeline'),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
