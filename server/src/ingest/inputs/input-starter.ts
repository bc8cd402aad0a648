/** Starts the transport of an input in a thread of its own. */
import type { InputConfiguration } from '@logyard/contract/ingest/inputs'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Journal, Origin } from '../journal/journal.ts'
import type { StoredInput } from './input-store.ts'
import { codecConfiguration, type InputType } from './input-type.ts'
import type { RunTransport } from './run-transport.ts'
import { createSharedRoom } from './shared-room.ts'
import { startInputThread } from './threads/input-thread.ts'
import { createJournalGauge } from './threads/journal-gauge.ts'
import type { Throttle } from './throttle.ts'
import { createConnectionRoom } from './transports/connection-room.ts'
import type { SeenSign } from './transports/connection-signs.ts'
import { InputFailure, type TransportDeps } from './transports/transport.ts'

export interface InputStarterDeps {
  readonly journal: Journal
  readonly metrics: Metrics
  readonly throttle: Throttle
  readonly log: Log
  readonly clock: Clock
  readonly ids: Ids
  readonly nodeId: string
  /** Folders of the files that configurations may name; any if there are none. */
  readonly fileFolders: readonly string[]
  readonly findType: (type: string) => InputType | undefined
  /** Runs transports in the main thread, for tests that hold the clock still. */
  readonly runHere?: RunTransport
}

export type TransportEvents = Pick<TransportDeps, 'onFailure' | 'onTrouble'>

export type InputStarter = ReturnType<typeof createInputStarter>

export function createInputStarter(deps: InputStarterDeps) {
  const { log, nodeId, runHere } = deps
  const room = createSharedRoom()
  const gauge = createJournalGauge(deps)
  /** Signs by the id of the input, while it runs. */
  const signs = new Map<string, () => readonly SeenSign[]>()

  const originFor = (inputId: string, inputType: InputType, configuration: InputConfiguration): Origin => ({
    inputId,
    nodeId,
    codec: inputType.codec.id,
    configuration: codecConfiguration(inputType, configuration),
  })

  return {
    /** Throws if the input or its type is unknown. */
    async start(input: StoredInput | undefined, configuration: InputConfiguration, events: TransportEvents) {
      const inputType = input && deps.findType(input.type)
      if (input === undefined || inputType === undefined) throw new InputFailure(`Unknown input type ${input?.type}`)
      const origin = originFor(input.id, inputType, configuration)
      const { transport: choice } = inputType
      const { fileFolders } = deps
      const run = { inputId: input.id, type: input.type, transport: choice, configuration, fileFolders, origin }
      const host = { ...deps, ...events, log: log.child({ inputId: input.id }) }
      const transport = await (runHere === undefined
        ? startInputThread(run, { ...host, gauge, room })
        : runHere(run, { ...host, room: createConnectionRoom(room.open().memory) }))
      signs.set(input.id, transport.signs)
      return {
        ...(transport.port === undefined ? {} : { port: transport.port }),
        async [Symbol.asyncDispose]() {
          if (signs.get(input.id) === transport.signs) signs.delete(input.id)
          await transport[Symbol.asyncDispose]()
        },
      }
    },
    /** Signs that the running input noticed. */
    signsOf: (inputId: string) => signs.get(inputId)?.() ?? [],
    /** Journaled with each raw message of the input. Undefined if its type is unknown. */
    originOf(input: StoredInput, configuration: InputConfiguration) {
      const inputType = deps.findType(input.type)
      return inputType && originFor(input.id, inputType, configuration)
    },
    [Symbol.dispose]: () => gauge[Symbol.dispose](),
  }
}
