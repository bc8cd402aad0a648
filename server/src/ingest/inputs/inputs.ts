/** The inputs of this node: what is configured, what runs, and what goes with their messages. */
import type { InputStateSummary, InputSummary } from '@logyard/contract/ingest/inputs'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Notifications } from '../../notices/notifications.ts'
import type { SystemMessages } from '../../notices/system-messages.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import type { Journal, Origin } from '../journal/journal.ts'
import { createCodecs } from './codecs.ts'
import { inputStateNotFound } from './input-errors.ts'
import type { InputRun } from './input-runner.ts'
import { createInputRunners } from './input-runners.ts'
import { createInputService, type InputService } from './input-service.ts'
import type { StoredInput } from './input-store.ts'
import { createInputTypes, type InputTypes } from './input-types.ts'
import { watchForNoInput } from './no-input-running.ts'
import { createThrottle } from './throttle.ts'

export interface InputsDeps {
  readonly settings: SettingsStore
  readonly journal: Journal
  readonly metrics: Metrics
  readonly notifications: Notifications
  readonly messages: SystemMessages
  readonly log: Log
  readonly clock: Clock
  readonly ids: Ids
  readonly nodeId: string
  /** Inputs that fetch leave it while nothing is processed. */
  readonly isProcessing: () => boolean
}

export interface Inputs extends AsyncDisposable {
  readonly nodeId: string
  readonly types: InputTypes
  readonly service: InputService
  /** To be called once, when the journal can be written. */
  launchAll(): Promise<void>
  summary(input: StoredInput, options: { readonly showSecrets: boolean }): InputSummary
  /** How the inputs of this node are. */
  listStates(): readonly InputStateSummary[]
  getState(inputId: string): InputStateSummary
  /** Does nothing when the input belongs to another node. Answers before it has started. */
  start(inputId: string): Promise<void>
  stop(inputId: string): Promise<void>
  /** The input's title, of whichever node; nothing when there is no such input. */
  titleOf(inputId: string): string | undefined
  /** How the input's messages are decoded now. */
  originOf(inputId: string): Origin | undefined
  /** Where the input listens on this node while it runs. */
  portOf(inputId: string): number | undefined
  /** The fields that messages of the input get unless they have them; of all nodes' inputs. */
  staticFieldsOf(inputId: string): Readonly<Record<string, string>>
  /** Every input that has static fields, for a snapshot. */
  staticFields(): ReadonlyMap<string, Readonly<Record<string, string>>>
  /** Called when inputs or their static fields changed, on whichever node. */
  onChange(listener: () => void): Disposable
  /** Resolves when every start and stop that was asked for has happened. */
  settled(): Promise<void>
}

const NO_FIELDS: Readonly<Record<string, string>> = {}

/** Knows the stored inputs when it resolves: messages that wait in the journal may be theirs. */
export async function createInputs(deps: InputsDeps): Promise<Inputs> {
  const { settings, notifications, messages, log, clock, nodeId } = deps
  const types = createInputTypes(createCodecs({ clock }))
  const service = createInputService({ settings, clock, ids: deps.ids, findType: types.find })
  const throttle = createThrottle({ journal: deps.journal, clock, isProcessing: deps.isProcessing })
  let telling: Promise<void> = Promise.resolve()

  /** One after the other, so that the log of the system keeps the order. */
  function tell(task: () => Promise<void>): void {
    telling = telling.then(task).catch((error: unknown) => log.error({ err: error }, 'state of an input not told'))
  }

  function onState(input: StoredInput, run: InputRun): void {
    const name = nameOf(input)
    log.info({ inputId: input.id, state: run.state, reason: run.detail }, 'input changed its state')
    tell(() => messages.write('Inputs', `Input [${name}/${input.id}] is now ${run.state}`))
    if (run.state === 'RUNNING') tell(() => notifications.remove('no_input_running'))
    if (run.state !== 'FAILED') return
    const reason = run.detail ?? ''
    tell(async () => {
      await messages.write('Inputs', `Input [${name}/${input.id}] could not be started: ${reason}`)
      await notifications.raise('input_failed_to_start', 'normal', { input_id: input.id, reason })
    })
  }

  const runners = createInputRunners({ ...deps, throttle, findType: types.find, onState })
  await runners.load()
  const watch = watchForNoInput({ isAnyRunning: runners.isAnyRunning, notifications, clock, log })

  const nameOf = (input: StoredInput) => types.find(input.type)?.name ?? `Unknown Input (${input.type})`

  function summary(input: StoredInput, options: { readonly showSecrets: boolean }): InputSummary {
    return {
      id: input.id,
      title: input.title,
      type: input.type,
      name: nameOf(input),
      global: input.global,
      node: input.node,
      content_pack: input.content_pack,
      creator_user_id: input.creator_user_id,
      created_at: input.created_at,
      attributes: types.shownConfiguration(input, options),
      static_fields: input.static_fields,
    }
  }

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
    service,
    launchAll: runners.launchAll,
    summary,
    listStates: () => [...runners.known().values()].flatMap((input) => findState(input) ?? []),
    getState(inputId) {
      const input = runners.known().get(inputId)
      const state = input === undefined ? undefined : findState(input)
      if (state === undefined) throw inputStateNotFound(inputId)
      return state
    },
    async start(inputId) {
      const input = await service.get(inputId)
      if (runners.belongsHere(input)) await runners.start(input)
    },
    async stop(inputId) {
      const input = await service.get(inputId)
      if (runners.belongsHere(input)) await runners.stop(input)
    },
    titleOf: (inputId) => runners.known().get(inputId)?.title,
    originOf: runners.originOf,
    portOf: (inputId) => runners.find(inputId)?.port,
    staticFieldsOf: (inputId) => runners.known().get(inputId)?.static_fields ?? NO_FIELDS,
    staticFields() {
      const having = [...runners.known()].filter(([, input]) => Object.keys(input.static_fields).length > 0)
      return new Map(having.map(([id, input]) => [id, input.static_fields]))
    },
    onChange: runners.onKnownChange,
    async settled() {
      await runners.settled()
      await telling
    },
    async [Symbol.asyncDispose]() {
      watch[Symbol.dispose]()
      await runners[Symbol.asyncDispose]()
      throttle[Symbol.dispose]()
      await telling
    },
  }
}
