/**
 * The inputs that this node runs. Follows the stored inputs, whichever node changes them: a new input is launched, a
 * changed one is restarted if it was running, a deleted one is stopped. Static fields never restart an input.
 */
import type { InputConfiguration } from '@logyard/contract/ingest/inputs'
import { storedConfiguration } from '../../configured/stored-configured.ts'
import type { CrashGuard } from '../../platform/crash-guard/crash-guard.ts'
import { createListeners, type Listeners } from '../../platform/listeners.ts'
import type { Collection, SettingsStore } from '../../platform/settings/settings-store.ts'
import { createInputRunner, type InputRun, type InputRunner } from './input-runner.ts'
import { createInputStarter, type InputStarter, type InputStarterDeps, type TransportEvents } from './input-starter.ts'
import {
  EVERY_NODE,
  inputCollection,
  type StoredInput,
  type StoredStop,
  stopCollection,
  stopOf,
} from './input-store.ts'
import type { SeenSign } from './transports/connection-signs.ts'
import { InputFailure, type Transport } from './transports/transport.ts'

export interface WatchedRun extends InputRun {
  /** What senders did wrong since the start. */
  readonly signs: readonly SeenSign[]
}

export type InputRunners = ReturnType<typeof createInputRunners>

export interface InputRunnersDeps extends InputStarterDeps {
  readonly crashGuard: CrashGuard
  readonly settings: SettingsStore
  readonly onState: (input: StoredInput, run: InputRun) => void
}

const WORK = 'input'
const SETTLED_MS = 5000
const SKIPPED =
  'Not started, because the server ended twice within a minute while this input was starting. Start it to try again.'

interface State {
  readonly deps: InputRunnersDeps
  readonly inputs: Collection<StoredInput>
  readonly stops: Collection<StoredStop, 'input' | 'node'>
  readonly starter: InputStarter
  readonly runners: Map<string, InputRunner>
  readonly known: Map<string, StoredInput>
  readonly listeners: Listeners<[]>
  isLaunched: boolean
  /** Changes are followed one after the other. */
  following: Promise<void>
}

export function createInputRunners(deps: InputRunnersDeps) {
  const { settings, nodeId } = deps
  const inputs = settings.collection(inputCollection)
  const stops = settings.collection(stopCollection)
  const state: State = {
    deps,
    inputs,
    stops,
    starter: createInputStarter(deps),
    runners: new Map(),
    known: new Map(),
    listeners: createListeners(),
    isLaunched: false,
    following: Promise.resolve(),
  }
  const { runners, known, starter } = state

  const subscription = settings.onChange(inputCollection.name, ({ ids }) => {
    const followed = state.following.then(() => follow(state, ids))
    state.following = followed.catch(() => undefined)
    return followed
  })

  return {
    /** Reads the stored inputs and follows their changes from then on; launches none yet. */
    async load() {
      state.following = state.following.then(async () =>
        follow(
          state,
          (await inputs.list()).map(({ id }) => id),
        ),
      )
      await state.following
    },
    /** Launches every input of this node that no user has stopped. */
    async launchAll() {
      state.following = state.following.then(() => launchAll(state))
      await state.following
    },
    /** Whether the input runs on this node, or would if it were started. */
    belongsHere: (input: StoredInput) => belongsTo(nodeId, input),
    async start(input: StoredInput) {
      // A start on one node is enough for those that join later.
      for (const node of [nodeId, EVERY_NODE]) await stops.delete(stopOf(input.id, node).id)
      await state.following
      const latest = known.get(input.id)
      deps.crashGuard.tryAgain({ kind: WORK, id: input.id })
      if (latest !== undefined) launch(state, latest)
    },
    async stop(input: StoredInput) {
      await stops.put(stopOf(input.id, nodeId))
      await state.following
      runners.get(input.id)?.stop()
    },
    /** Nodes that join later, or are down now, do not launch it. */
    async stopEverywhere(input: StoredInput) {
      await stops.put(stopOf(input.id, EVERY_NODE))
    },
    find(inputId: string) {
      const run = runners.get(inputId)?.run()
      return run && { ...run, signs: starter.signsOf(inputId) }
    },
    /** Journaled with each raw message of the input, as currently configured. */
    originOf(inputId: string) {
      const input = known.get(inputId)
      return input && starter.originOf(input, storedConfiguration(input))
    },
    isAnyRunning: () => [...runners.values()].some((runner) => runner.run()?.state === 'RUNNING'),
    /** The inputs of all nodes, as last read. */
    known: () => known,
    /** Called when `known` has changed. */
    onKnownChange: state.listeners.add,
    /** Resolves when all starts and stops requested so far are done. */
    settled: () => settled(state),
    async [Symbol.asyncDispose]() {
      subscription[Symbol.dispose]()
      await state.following
      for (const runner of runners.values()) runner.stop()
      await settled(state)
      starter[Symbol.dispose]()
    },
  }
}

const belongsTo = (nodeId: string, input: StoredInput): boolean => input.global || input.node === nodeId

const launch = (state: State, input: StoredInput): void => runnerOf(state, input).launch(storedConfiguration(input))

function runnerOf(state: State, input: StoredInput): InputRunner {
  const { deps, runners, known } = state
  const existing = runners.get(input.id)
  if (existing !== undefined) return existing
  const runner = createInputRunner({
    start: (configuration, events) => startGuarded(state, known.get(input.id), configuration, events),
    clock: deps.clock,
    log: deps.log.child({ inputId: input.id }),
    onState(run) {
      deps.onState(known.get(input.id) ?? input, run)
      if (run.state === 'TERMINATED' && !known.has(input.id)) runners.delete(input.id)
    },
  })
  runners.set(input.id, runner)
  return runner
}

/** A start counts as under way until the input has run for a while: connections come later. */
async function startGuarded(
  { deps, starter }: State,
  input: StoredInput | undefined,
  configuration: InputConfiguration,
  events: TransportEvents,
): Promise<Transport> {
  if (input === undefined) return starter.start(input, configuration, events)
  const work = { kind: WORK, id: input.id, title: input.title }
  if (deps.crashGuard.isSkipped(work)) throw new InputFailure(SKIPPED)
  await using starting = new AsyncDisposableStack()
  starting.use(deps.crashGuard.begin(work))
  const transport = await starter.start(input, configuration, events)
  const underWay = starting.move()
  void deps.clock.sleep(SETTLED_MS).then(() => underWay.disposeAsync())
  return transport
}

async function readStops({ stops, deps }: State): Promise<ReadonlySet<string>> {
  const found = await Promise.all([deps.nodeId, EVERY_NODE].map((node) => stops.listBy('node', node)))
  return new Set(found.flat().map((stop) => stop.input_id))
}

async function launchAll(state: State): Promise<void> {
  state.isLaunched = true
  const stopped = await readStops(state)
  for (const input of state.known.values()) {
    if (belongsTo(state.deps.nodeId, input) && !stopped.has(input.id)) launch(state, input)
  }
}

async function follow(state: State, ids: readonly string[]): Promise<void> {
  const found = new Map((await state.inputs.findMany(ids)).map((input) => [input.id, input]))
  const stopped = await readStops(state)
  for (const id of ids) followOne(state, id, found.get(id), stopped.has(id))
  state.listeners.notify()
}

function followOne(state: State, inputId: string, input: StoredInput | undefined, isStopped: boolean): void {
  const { known, runners, deps } = state
  const before = known.get(inputId)
  if (input === undefined) {
    known.delete(inputId)
    runners.get(inputId)?.stop()
    return
  }
  known.set(inputId, input)
  if (!state.isLaunched) return
  const belonged = before !== undefined && belongsTo(deps.nodeId, before)
  if (!belongsTo(deps.nodeId, input)) {
    runners.get(inputId)?.stop()
  } else if (!belonged) {
    if (!isStopped) launch(state, input)
  } else if (before.type !== input.type || before.configuration !== input.configuration) {
    deps.crashGuard.tryAgain({ kind: WORK, id: inputId })
    runnerOf(state, input).relaunch(storedConfiguration(input))
  }
}

async function settled({ following, runners }: State): Promise<void> {
  await following
  await Promise.all([...runners.values()].map((runner) => runner.settled()))
}
