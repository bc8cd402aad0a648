/** Starts the transport of an input with its intake and metrics. */
import { createGelfChunks } from '@logyard/codecs/gelf/gelf-chunks'
import type { InputConfiguration } from '@logyard/contract/ingest/inputs'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Journal, Origin } from '../journal/journal.ts'
import { watchGelfChunks } from './gelf-chunk-metrics.ts'
import { createInputMetrics } from './input-metrics.ts'
import type { StoredInput } from './input-store.ts'
import { codecConfiguration, type InputType } from './input-type.ts'
import type { Throttle } from './throttle.ts'
import { createConnectionRoom } from './transports/connection-room.ts'
import { type ConnectionSigns, createConnectionSigns, type SeenSign } from './transports/connection-signs.ts'
import { createIntake } from './transports/intake.ts'
import { InputFailure, type Transport, type TransportDeps } from './transports/transport.ts'

export interface InputStarterDeps {
  readonly journal: Journal
  readonly metrics: Metrics
  readonly throttle: Throttle
  readonly log: Log
  readonly clock: Clock
  readonly ids: Ids
  readonly nodeId: string
  readonly findType: (type: string) => InputType | undefined
}

export type TransportEvents = Pick<TransportDeps, 'onFailure' | 'onTrouble'>

export interface InputStarter extends Disposable {
  /** Throws if the input or its type is unknown. */
  start(input: StoredInput | undefined, configuration: InputConfiguration, events: TransportEvents): Promise<Transport>
  /** Of the running input. */
  signsOf(inputId: string): readonly SeenSign[]
  /** Journaled with each raw message of the input. Undefined if its type is unknown. */
  originOf(input: StoredInput, configuration: InputConfiguration): Origin | undefined
}

export function createInputStarter(deps: InputStarterDeps): InputStarter {
  const { log, clock, nodeId } = deps
  const gelfChunks = createGelfChunks()
  const room = createConnectionRoom()
  /** By the id of the input, while it runs. */
  const signs = new Map<string, ConnectionSigns>()
  const chunkWatch = watchGelfChunks({ gelfChunks, metrics: deps.metrics, clock })

  const originFor = (inputId: string, inputType: InputType, configuration: InputConfiguration): Origin => ({
    inputId,
    nodeId,
    codec: inputType.codec.id,
    configuration: codecConfiguration(inputType, configuration),
  })

  return {
    async start(input, configuration, events) {
      const inputType = input && deps.findType(input.type)
      if (input === undefined || inputType === undefined) throw new InputFailure(`Unknown input type ${input?.type}`)
      const origin = originFor(input.id, inputType, configuration)
      await using starting = new AsyncDisposableStack()
      const metrics = starting.use(
        createInputMetrics({ metrics: deps.metrics, type: input.type, inputId: input.id, clock }),
      )
      const inputSigns = createConnectionSigns(inputType.codec.id, clock)
      const transport = starting.use(
        await inputType.start({
          ...events,
          nodeId,
          inputId: input.id,
          configuration,
          intake: createIntake({ journal: deps.journal, origin, metrics, clock }),
          metrics,
          gelfChunks,
          room,
          signs: inputSigns,
          throttle: deps.throttle,
          log: log.child({ inputId: input.id }),
          clock,
          ids: deps.ids,
        }),
      )
      signs.set(input.id, inputSigns)
      starting.defer(() => {
        if (signs.get(input.id) === inputSigns) signs.delete(input.id)
      })
      const running = starting.move()
      return {
        ...(transport.port === undefined ? {} : { port: transport.port }),
        [Symbol.asyncDispose]: () => running.disposeAsync(),
      }
    },
    signsOf: (inputId) => signs.get(inputId)?.list() ?? [],
    originOf(input, configuration) {
      const inputType = deps.findType(input.type)
      return inputType && originFor(input.id, inputType, configuration)
    },
    [Symbol.dispose]: () => chunkWatch[Symbol.dispose](),
  }
}
