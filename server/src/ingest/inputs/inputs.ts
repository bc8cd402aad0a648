/** The inputs: stored ones, those that run on this node, and the static fields of their messages. */
import type { InputStateSummary, InputSummary } from '@logyard/contract/ingest/inputs'
import type { Extractors } from '../../extractors/extractor-service.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Notifications } from '../../notices/notifications.ts'
import type { SystemMessages } from '../../notices/system-messages.ts'
import type { Clock } from '../../platform/clock.ts'
import type { CrashGuard } from '../../platform/crash-guard/crash-guard.ts'
import type { Ids } from '../../platform/ids.ts'
import { createListeners } from '../../platform/listeners.ts'
import type { Log } from '../../platform/log.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import type { Journal } from '../journal/journal.ts'
import { createCodecs } from './codecs.ts'
import { inputStateNotFound } from './input-errors.ts'
import { inputKind } from './input-kind.ts'
import { createInputRunners, type InputRunners, type WatchedRun } from './input-runners.ts'
import type { StoredInput } from './input-store.ts'
import { createInputTypes, type InputTypes } from './input-types.ts'
import { watchForNoInput } from './no-input-running.ts'
import type { RunTransport } from './run-transport.ts'
import { createStateAnnouncer } from './state-announcer.ts'
import { createThrottle } from './throttle.ts'

export type Inputs = Awaited<ReturnType<typeof createInputs>>

const summaryOf =
  (types: InputTypes) =>
  (input: StoredInput, options: { readonly showSecrets: boolean }): InputSummary => ({
    id: input.id,
    title: input.title,
    type: input.type,
    name: types.nameOf(input),
    global: input.global,
    node: input.node,
    content_pack: input.content_pack,
    creator_user_id: input.creator_user_id,
    created_at: input.created_at,
    attributes: types.shownConfiguration(input, options),
    static_fields: input.static_fields,
  })

/** Facts about the inputs of all nodes. */
const knownInputs = ({ known, find }: InputRunners) => ({
  /** The title of an input of any node; undefined if there is no such input. */
  titleOf: (inputId: string) => known().get(inputId)?.title,
  /** Fields for messages of the input that lack them. */
  staticFieldsOf: (inputId: string) => known().get(inputId)?.static_fields ?? NO_FIELDS,
  /** The static fields of all inputs that have some. */
  staticFields() {
    const having = [...known()].filter(([, input]) => Object.keys(input.static_fields).length > 0)
    return new Map(having.map(([id, input]) => [id, input.static_fields]))
  },
  /** The titles of the inputs that run on this node, by id. */
  runningTitles() {
    const running = [...known().values()].filter(({ id }) => isRunning(find(id)))
    return new Map(running.map(({ id, title }) => [id, title]))
  },
})

/** An input that is about to listen counts: processing must know of it before its first message. */
const isRunning = (run: WatchedRun | undefined): boolean => run?.state === 'RUNNING' || run?.state === 'STARTING'

const NO_FIELDS: Readonly<Record<string, string>> = {}

/** Has read the stored inputs when it resolves: the journal may already hold messages of theirs. */
export async function createInputs(deps: {
  readonly settings: SettingsStore
  readonly journal: Journal
  readonly metrics: Metrics
  readonly notifications: Notifications
  readonly messages: SystemMessages
  readonly crashGuard: CrashGuard
  readonly log: Log
  readonly clock: Clock
  readonly ids: Ids
  readonly nodeId: string
  /** One node tells that no input is running. */
  readonly isLeader: () => Promise<boolean>
  /** Folders of the files that configurations may name; any if there are none. */
  readonly fileFolders: readonly string[]
  readonly extractors: Pick<Extractors, 'list' | 'preparing' | 'deletedWith'>
  /** Polling inputs pause while this is false. */
  readonly isProcessing: () => boolean
  readonly runHere?: RunTransport
}) {
  const { clock, nodeId } = deps
  const types = createInputTypes(createCodecs({ clock }))
  const kind = inputKind({ ...deps, types })
  const throttle = createThrottle({ journal: deps.journal, clock, isProcessing: deps.isProcessing })
  const announcer = createStateAnnouncer(deps, types.nameOf)
  const changes = createListeners<[]>()
  const runners = createInputRunners({
    ...deps,
    throttle,
    findType: types.find,
    onState(input, run) {
      announcer.announce(input, run)
      changes.notify()
    },
  })
  const following = runners.onKnownChange(changes.notify)
  await runners.load()
  const watch = watchForNoInput({ ...deps, isAnyRunning: runners.isAnyRunning })

  const summary = summaryOf(types)

  function findState(input: StoredInput): InputStateSummary | undefined {
    const run = runners.find(input.id)
    if (run === undefined) return undefined
    return {
      id: input.id,
      state: run.state,
      started_at: run.startedAt.toISOString(),
      detailed_message: run.detail ?? null,
      message_input: summary(input, { showSecrets: false }),
    }
  }

  return {
    nodeId,
    types,
    kind,
    /** Call once, when the journal is writable. */
    launchAll: runners.launchAll,
    summary,
    /** The states of this node's inputs. */
    listStates: () => [...runners.known().values()].flatMap((input) => findState(input) ?? []),
    getState(inputId: string) {
      const input = runners.known().get(inputId)
      const state = input === undefined ? undefined : findState(input)
      if (state === undefined) throw inputStateNotFound(inputId)
      return state
    },
    /** Does nothing if the input belongs to another node. Resolves before the input has started. */
    async start(inputId: string) {
      const input = await kind.get(inputId)
      if (runners.belongsHere(input)) await runners.start(input)
    },
    async stop(inputId: string) {
      const input = await kind.get(inputId)
      if (runners.belongsHere(input)) await runners.stop(input)
    },
    /** Stops it here. The other active nodes are told by the caller. */
    async stopEverywhere(inputId: string) {
      const input = await kind.get(inputId)
      if (input.global) await runners.stopEverywhere(input)
      if (runners.belongsHere(input)) await runners.stop(input)
    },
    /** How the input's messages are currently decoded. */
    originOf: runners.originOf,
    /** Whether the input runs on this node, how, and what its senders did wrong. Undefined if it is stopped. */
    runOf: runners.find,
    /** The port on this node while the input is running. */
    portOf: (inputId: string) => runners.find(inputId)?.port,
    ...knownInputs(runners),
    /** The stored inputs that belong to this node, running or not. */
    ofThisNode: () => [...runners.known().values()].filter(runners.belongsHere),
    /** Called when inputs or their static fields have changed on any node, or an input of this node starts or stops. */
    onChange: changes.add,
    /** Resolves when all starts and stops requested so far are done. */
    async settled() {
      await runners.settled()
      await announcer.settled()
    },
    async [Symbol.asyncDispose]() {
      watch[Symbol.dispose]()
      await runners[Symbol.asyncDispose]()
      following[Symbol.dispose]()
      throttle[Symbol.dispose]()
      await announcer.settled()
    },
  }
}
