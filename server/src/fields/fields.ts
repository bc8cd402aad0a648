/** The fields of messages: the registry, the fields that clients may list, and unusual messages. */
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Scheduler } from '../platform/scheduler/scheduler.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import type { Engine } from '../store/engine/engine.ts'
import type { IndexLookup } from '../store/index-sets/index-lookup.ts'
import { createFieldColumns } from './field-columns.ts'
import { type ExistingIndices, openFieldRegistry } from './field-registry.ts'
import { fieldRoutes } from './field-routes.ts'
import { createMessageFields } from './message-fields.ts'
import { createPatternFields } from './pattern-fields/pattern-fields.ts'
import { unusualMessageRoutes } from './unusual-message-routes.ts'
import { type ExistingOwners, openUnusualMessages } from './unusual-messages.ts'

export type Fields = Awaited<ReturnType<typeof createFields>>

export async function createFields(deps: {
  readonly settings: SettingsStore
  readonly engine: Pick<Engine, 'client' | 'ready' | 'schemaTurn' | 'stores'>
  readonly metrics: Metrics
  readonly clock: Clock
  readonly ids: Ids
  readonly scheduler: Pick<Scheduler, 'add'>
  readonly log: Log
  readonly lookup: IndexLookup
  readonly onIndicesChange: ExistingIndices['onChange']
  /** Called once the table of an earlier version is gone. */
  readonly onOldMessagesGone: (listener: () => void) => Disposable
  readonly streams: ExistingOwners & {
    list(): Promise<readonly { readonly id: string; readonly index_set_id: string }[]>
    get(id: string): Promise<unknown>
  }
  readonly inputs: ExistingOwners & { get(id: string): Promise<unknown> }
}) {
  const { settings, engine, metrics, clock, log, lookup, streams, inputs } = deps
  await using starting = new AsyncDisposableStack()
  const indices = {
    exists: async (index: string) => (await lookup.find(index)) !== undefined,
    onChange: deps.onIndicesChange,
  }
  const registry = starting.use(await openFieldRegistry({ settings, engine, indices, log }))
  const columns = starting.use(createFieldColumns({ settings, engine, log }))
  starting.use(
    deps.onOldMessagesGone(() => {
      columns
        .tableChanged()
        .catch((error: unknown) => log.warn({ err: error }, 'the table of messages could not be read'))
    }),
  )
  const patterns = starting.use(await createPatternFields({ ...deps, storedNames: () => registry.types().names() }))
  starting.use(deps.scheduler.add(patterns.columnsJob))
  const unusual = starting.use(
    await openUnusualMessages({ settings, metrics, clock, log, owners: { stream: streams, input: inputs } }),
  )
  const running = starting.move()
  return {
    registry,
    columns,
    messages: createMessageFields({ registry, unusual, columns }),
    patterns,
    /** Fields that are stored: conditions on messages that are not stored yet know no others. */
    storedTypes: registry.types,
    types: () => patterns.typesWith(registry.types()),
    /** The current schema, for searches. */
    schema: async () =>
      patterns.schemaWith({
        ...registry.types(),
        ...(await columns.current()),
        otherAnalyses: await lookup.otherAnalyses(),
      }),
    routes(api: FastifyInstance) {
      fieldRoutes(api, {
        patternFields: patterns.kind.list,
        formsIn: registry.formsIn,
        streams: streams.list,
        indices: () => lookup.list(),
      })
      unusualMessageRoutes(api, { unusual, requireStream: streams.get, requireInput: inputs.get })
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
