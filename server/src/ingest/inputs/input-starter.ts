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
import { createIntake } from './transports/intake.ts'
import { InputFailure, type Transport } from './transports/transport.ts'

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

export interface InputStarter extends Disposable {
  /** Throws if the input or its type is unknown. */
  start(
    input: StoredInput | undefined,
    configuration: InputConfiguration,
    onFailure: (error: Error) => void,
  ): Promise<Transport>
  /** Journaled with each raw message of the input. Undefined if its type is unknown. */
  originOf(input: StoredInput, configuration: InputConfiguration): Origin | undefined
}

export function createInputStarter(deps: InputStarterDeps): InputStarter {
  const { log, clock, nodeId } = deps
  const gelfChunks = createGelfChunks()
  const room = createConnectionRoom()
  const chunkWatch = watchGelfChunks({ gelfChunks, metrics: deps.metrics, clock })

  const originFor = (inputId: string, inputType: InputType, configuration: InputConfiguration): Origin => ({
    inputId,
    nodeId,
    codec: inputType.codec.id,
    configuration: codecConfiguration(inputType, configuration),
  })

  return {
    async start(input, configuration, onFailure) {
      const inputType = input && deps.findType(input.type)
      if (input === undefined || inputType === undefined) throw new InputFailure(`Unknown input type ${input?.type}`)
      const origin = originFor(input.id, inputType, configuration)
      await using starting = new AsyncDisposableStack()
      const metrics = starting.use(
        createInputMetrics({ metrics: deps.metrics, type: input.type, inputId: input.id, clock }),
      )
      const transport = starting.use(
        await inputType.start({
          configuration,
          intake: createIntake({ journal: deps.journal, origin, metrics, clock }),
          metrics,
          gelfChunks,
          room,
          throttle: deps.throttle,
          log: log.child({ inputId: input.id }),
          clock,
          ids: deps.ids,
          onFailure,
        }),
      )
      const running = starting.move()
      return {
        ...(transport.port === undefined ? {} : { port: transport.port }),
        [Symbol.asyncDispose]: () => running.disposeAsync(),
      }
    },
    originOf(input, configuration) {
      const inputType = deps.findType(input.type)
      return inputType && originFor(input.id, inputType, configuration)
    },
    [Symbol.dispose]: () => chunkWatch[Symbol.dispose](),
  }
}
