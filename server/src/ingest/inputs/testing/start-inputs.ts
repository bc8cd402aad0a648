import type { InputConfiguration } from '@logyard/contract/ingest/inputs'
import { BUILT_IN_PATTERNS } from '@logyard/languages/grok/built-in-patterns'
import { expect } from 'vitest'
import { createExtractors, type Extractors } from '../../../extractors/extractor-service.ts'
import { createMetrics, type Metrics } from '../../../metrics/metrics.ts'
import { createNotifications, type Notifications } from '../../../notices/notifications.ts'
import { createSystemMessages, type SystemMessages } from '../../../notices/system-messages.ts'
import { createBoundedRuns } from '../../../platform/bounded-runs/bounded-runs.ts'
import { type Clock, systemClock } from '../../../platform/clock.ts'
import { type CrashGuard, openCrashGuard } from '../../../platform/crash-guard/crash-guard.ts'
import { createIds } from '../../../platform/ids.ts'
import { createLog } from '../../../platform/log.ts'
import type { SettingsStore } from '../../../platform/settings/settings-store.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { temporarySettings } from '../../../testing/temporary-settings.ts'
import type { Journal } from '../../journal/journal.ts'
import { type JournalRecord, readBlock } from '../../journal/journal-block.ts'
import { type JournalOptions, openJournal } from '../../journal/lmdb-journal.ts'
import { createInputs, type Inputs } from '../inputs.ts'
import { runTransport } from '../run-transport.ts'

export const TEST_NODE = '5ca1ab1e-0000-4000-8000-000000000001'

export interface InputsUnderTest extends AsyncDisposable {
  readonly inputs: Inputs
  readonly extractors: Extractors
  readonly journal: Journal
  readonly metrics: Metrics
  readonly notifications: Notifications
  readonly messages: SystemMessages
  readonly settings: SettingsStore
  readonly settingsFolder: string
  readonly crashGuard: CrashGuard
  /** Creates a global input on a free local port, and waits until it is running. */
  launch(type: string, configuration?: InputConfiguration): Promise<Launched>
  /** Reads and commits the next raw messages of the journal. */
  received(count: number): Promise<readonly JournalRecord[]>
  receivedTexts(count: number): Promise<readonly string[]>
  /** Reads and commits everything, which makes room in a full journal. */
  drain(): Promise<readonly JournalRecord[]>
  metric(launched: Launched, name: string): number
  /** All lines logged so far. */
  logged(): readonly Readonly<Record<string, unknown>>[]
  /** Restarts the inputs of the node with the same settings. */
  restart(): Promise<void>
}

export interface Launched {
  readonly id: string
  readonly type: string
  readonly port: number
}

export interface InputsOptions {
  /** Clock for the inputs, which then run in the main thread; the journal uses the system's clock. */
  readonly clock?: Clock
  /** Folders of the files that configurations may name; any by default. */
  readonly fileFolders?: readonly string[]
  /** By default this node is the leader. */
  readonly isLeader?: () => Promise<boolean>
  /** No write counts as flushed before this resolves. */
  readonly disk?: Promise<void>
}

export async function startInputs(
  journalOptions: Partial<JournalOptions> = {},
  options: InputsOptions = {},
): Promise<InputsUnderTest> {
  await using starting = new AsyncDisposableStack()
  const { settings, folder: settingsFolder } = starting.use(await temporarySettings())
  const folder = starting.use(await temporaryFolder())
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const clock = systemClock
  const ids = createIds(clock.now)
  const journal = starting.use(openJournal({ folder: folder.path, clock, log, ...journalOptions }))
  const metrics = starting.use(createMetrics(clock))
  const facts = { settings, clock: options.clock ?? clock, ids, nodeId: TEST_NODE }
  const flushed = async () => {
    await options.disk
    await journal.flushed()
  }
  const journalOfInputs: Journal = Object.create(journal, { flushed: { value: flushed } })
  const notifications = createNotifications(facts)
  const messages = createSystemMessages(facts)
  const crashGuard = starting.use(openCrashGuard({ folder: folder.path, clock, log }))
  const boundedRuns = starting.use(createBoundedRuns(clock))
  const extractors = starting.use(
    await createExtractors({
      ...facts,
      metrics,
      notifications,
      log,
      boundedRuns,
      lookupTables: { find: () => undefined },
      isReadableTable: () => false,
      grokPatterns: () => BUILT_IN_PATTERNS,
    }),
  )
  const make = () =>
    createInputs({
      ...facts,
      journal: journalOfInputs,
      metrics,
      notifications,
      messages,
      crashGuard,
      log,
      isProcessing: () => true,
      isLeader: options.isLeader ?? (async () => true),
      fileFolders: options.fileFolders ?? [],
      extractors,
      ...(options.clock === undefined ? {} : { runHere: runTransport }),
    })
  let inputs = await make()
  await inputs.launchAll()
  starting.defer(() => inputs[Symbol.asyncDispose]())
  let readOffset = journal.committedOffset

  const take = async (maxBytes: number): Promise<JournalRecord[]> => {
    const blocks = await journal.read(readOffset, maxBytes, AbortSignal.timeout(20_000))
    const records = blocks.flatMap(({ bytes }) => [...readBlock(bytes)])
    const last = blocks.at(-1)
    if (last !== undefined) readOffset = last.firstOffset + last.count
    journal.commit(readOffset)
    return records
  }
  const received = async (count: number) => {
    const records: JournalRecord[] = []
    while (records.length < count) records.push(...(await take(2 ** 20)))
    expect(records.length).toBe(count)
    return records
  }
  const running = starting.move()
  return {
    get inputs() {
      return inputs
    },
    extractors,
    journal,
    metrics,
    notifications,
    messages,
    settings,
    settingsFolder,
    crashGuard,
    async launch(type, configuration = {}) {
      const wanted = { bind_address: '127.0.0.1', port: 0, ...configuration }
      const { id } = await inputs.kind.create(
        { settings: { title: type, type, global: true, configuration: wanted } },
        'ada',
      )
      await inputs.settled()
      const { state, detailed_message } = inputs.getState(id)
      if (state !== 'RUNNING') throw new Error(`the input is ${state}: ${detailed_message}`)
      return { id, type, port: inputs.portOf(id) ?? 0 }
    },
    received,
    receivedTexts: async (count) => (await received(count)).map(({ raw }) => Buffer.from(raw.payload).toString()),
    async drain() {
      await journal.flushed()
      const records: JournalRecord[] = []
      while (journal.figures().uncommittedEntries > 0) records.push(...(await take(2 ** 22)))
      return records
    },
    metric({ type, id }, name) {
      const reading = metrics.find(`${type}.${id}.${name}`)
      if (reading?.type === 'meter') return reading.rates.total
      if (reading?.type === 'counter') return reading.count
      return reading?.type === 'gauge' ? Number(reading.value) : Number.NaN
    },
    logged: () => lines.map((line) => JSON.parse(line)),
    async restart() {
      await inputs[Symbol.asyncDispose]()
      inputs = await make()
      await inputs.launchAll()
      await inputs.settled()
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
