/**
 * The inputs that this node runs. Follows the stored inputs, whichever node changed them: a new one is launched, a
 * changed one is started again where it ran, a deleted one is stopped. Static fields never touch a running input.
 */

import { createGelfChunks } from '@logyard/codecs/gelf/gelf-chunks'
import type { InputConfiguration } from '@logyard/contract/ingest/inputs'
import { storedConfiguration } from '../../configured/stored-configured.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { createListeners } from '../../platform/listeners.ts'
import type { Log } from '../../platform/log.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import type { Journal, Origin } from '../journal/journal.ts'
import { watchGelfChunks } from './gelf-chunk-metrics.ts'
import { createInputMetrics } from './input-metrics.ts'
import { createInputRunner, type InputRun, type InputRunner } from './input-runner.ts'
import { inputCollection, type StoredInput, stopCollection, stopOf } from './input-store.ts'
import { codecConfiguration, type InputType } from './input-type.ts'
import type { Throttle } from './throttle.ts'
import { createConnectionRoom } from './transports/connection-room.ts'
import { createIntake } from './transports/intake.ts'
import { InputFailure, type Transport } from './transports/transport.ts'

export interface InputRunners extends AsyncDisposable {
  /** Hears of the stored inputs, and from then on of their changes; runs none yet. */
  load(): Promise<void>
  /** Launches everything that belongs here and that nobody has stopped. */
  launchAll(): Promise<void>
  /** Whether the input runs on this node, or would if it were started. */
  belongsHere(input: StoredInput): boolean
  start(input: StoredInput): Promise<void>
  stop(input: StoredInput): Promise<void>
  find(inputId: string): InputRun | undefined
  /** What goes with each raw message of the input, as it is set up now. */
  originOf(inputId: string): Origin | undefined
  isAnyRunning(): boolean
  /** The inputs of all nodes, as they were last heard of. */
  known(): ReadonlyMap<string, StoredInput>
  /** Called when `known` changed. */
  onKnownChange(listener: () => void): Disposable
  /** Resolves when everything that was asked for so far has happened. */
  settled(): Promise<void>
}

export interface InputRunnersDeps {
  readonly settings: SettingsStore
  readonly journal: Journal
  readonly metrics: Metrics
  readonly throttle: Throttle
  readonly log: Log
  readonly clock: Clock
  readonly ids: Ids
  readonly nodeId: string
  readonly findType: (type: string) => InputType | undefined
  readonly onState: (input: StoredInput, run: InputRun) => void
}

export function createInputRunners(deps: InputRunnersDeps): InputRunners {
  const { settings, log, clock, nodeId } = deps
  const inputs = settings.collection(inputCollection)
  const stops = settings.collection(stopCollection)
  const gelfChunks = createGelfChunks()
  const room = createConnectionRoom()
  const chunkWatch = watchGelfChunks({ gelfChunks, metrics: deps.metrics, clock })
  const runners = new Map<string, InputRunner>()
  const known = new Map<string, StoredInput>()
  const knownListeners = createListeners()
  let isLaunched = false
  let following: Promise<void> = Promise.resolve()

  const belongsHere = (input: StoredInput) => input.global || input.node === nodeId

  const originFor = (inputId: string, inputType: InputType, configuration: InputConfiguration): Origin => ({
    inputId,
    nodeId,
    codec: inputType.codec.id,
    configuration: codecConfiguration(inputType, configuration),
  })

  async function startRun(
    inputId: string,
    configuration: InputConfiguration,
    onFailure: (error: Error) => void,
  ): Promise<Transport> {
    const input = known.get(inputId)
    const inputType = input === undefined ? undefined : deps.findType(input.type)
    if (input === undefined || inputType === undefined) throw new InputFailure(`Unknown input type ${input?.type}`)
    const origin = originFor(inputId, inputType, configuration)
    await using starting = new AsyncDisposableStack()
    const metrics = starting.use(createInputMetrics({ metrics: deps.metrics, type: input.type, inputId, clock }))
    const transport = starting.use(
      await inputType.start({
        configuration,
        intake: createIntake({ journal: deps.journal, origin, metrics, clock }),
        metrics,
        gelfChunks,
        room,
        throttle: deps.throttle,
        log: log.child({ inputId }),
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
  }

  function runnerOf(input: StoredInput): InputRunner {
    const there = runners.get(input.id)
    if (there !== undefined) return there
    const runner = createInputRunner({
      start: (configuration, onFailure) => startRun(input.id, configuration, onFailure),
      clock,
      log: log.child({ inputId: input.id }),
      onState(run) {
        deps.onState(known.get(input.id) ?? input, run)
        if (run.state === 'TERMINATED' && !known.has(input.id)) runners.delete(input.id)
      },
    })
    runners.set(input.id, runner)
    return runner
  }

  function followOne(inputId: string, input: StoredInput | undefined, isStopped: boolean): void {
    const before = known.get(inputId)
    if (input === undefined) {
      known.delete(inputId)
      runners.get(inputId)?.stop()
      return
    }
    known.set(inputId, input)
    if (!isLaunched) return
    const belonged = before !== undefined && belongsHere(before)
    if (!belongsHere(input)) {
      runners.get(inputId)?.stop()
    } else if (!belonged) {
      if (!isStopped) runnerOf(input).launch(storedConfiguration(input))
    } else if (before.type !== input.type || before.configuration !== input.configuration) {
      runnerOf(input).relaunch(storedConfiguration(input))
    }
  }

  async function follow(ids: readonly string[]): Promise<void> {
    const found = new Map((await inputs.findMany(ids)).map((input) => [input.id, input]))
    const stopped = await stoppedHere()
    for (const id of ids) followOne(id, found.get(id), stopped.has(id))
    knownListeners.notify()
  }

  const stoppedHere = async () => new Set((await stops.listBy('node', nodeId)).map((stop) => stop.input_id))

  const subscription = settings.onChange(inputCollection.name, ({ ids }) => {
    following = following
      .then(() => follow(ids))
      .catch((error: unknown) => log.error({ err: error }, 'a change of inputs was not followed'))
  })

  async function settled(): Promise<void> {
    await following
    await Promise.all([...runners.values()].map((runner) => runner.settled()))
  }

  return {
    async load() {
      following = following.then(async () => follow((await inputs.list()).map(({ id }) => id)))
      await following
    },
    async launchAll() {
      following = following.then(async () => {
        isLaunched = true
        const stopped = await stoppedHere()
        for (const input of known.values()) {
          if (belongsHere(input) && !stopped.has(input.id)) runnerOf(input).launch(storedConfiguration(input))
        }
      })
      await following
    },
    belongsHere,
    async start(input) {
      await stops.delete(stopOf(input.id, nodeId).id)
      await following
      const latest = known.get(input.id)
      if (latest !== undefined) runnerOf(latest).launch(storedConfiguration(latest))
    },
    async stop(input) {
      await stops.put(stopOf(input.id, nodeId))
      await following
      runners.get(input.id)?.stop()
    },
    find: (inputId) => runners.get(inputId)?.run(),
    originOf(inputId) {
      const input = known.get(inputId)
      const inputType = input === undefined ? undefined : deps.findType(input.type)
      if (input === undefined || inputType === undefined) return undefined
      return originFor(inputId, inputType, storedConfiguration(input))
    },
    isAnyRunning: () => [...runners.values()].some((runner) => runner.run()?.state === 'RUNNING'),
    known: () => known,
    onKnownChange: knownListeners.add,
    settled,
    async [Symbol.asyncDispose]() {
      subscription[Symbol.dispose]()
      await following
      for (const runner of runners.values()) runner.stop()
      await settled()
      chunkWatch[Symbol.dispose]()
    },
  }
}
