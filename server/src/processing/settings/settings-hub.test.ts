import { BUILT_IN_PATTERNS } from '@logyard/languages/grok/built-in-patterns'
import { expect, test } from 'vitest'
import type { RunningExtractor } from '../../extractors/published-extractors.ts'
import type { Journal } from '../../ingest/journal/journal.ts'
import { openJournal } from '../../ingest/journal/lmdb-journal.ts'
import { systemClock } from '../../platform/clock.ts'
import { createListeners } from '../../platform/listeners.ts'
import { createLog } from '../../platform/log.ts'
import { openIndexSetStore } from '../../store/index-sets/index-set-store.ts'
import { createIndexWriters } from '../../store/index-sets/index-writers.ts'
import { createWriteTargets } from '../../store/index-sets/write-targets.ts'
import type { RoutingStream } from '../../streams/stream-routing.ts'
import { numberedMessage, testOrigin } from '../../testing/journal-messages.ts'
import { DEFAULT_STREAM_ID, testSettings } from '../../testing/processing-settings.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { temporarySettings } from '../../testing/temporary-settings.ts'
import type { ProcessingSettings, Section } from './processing-settings.ts'
import { createSettingsHub } from './settings-hub.ts'

const SET = 'set-default'
const log = createLog('off')

const streamOf = (id: string, outputs: readonly string[] = []): RoutingStream => ({
  id,
  matchingType: 'AND',
  removeMatchesFromDefault: false,
  indexSetId: SET,
  rules: [],
  outputs,
})

/** A hub over real write targets and a real journal; the other areas are variables. */
async function startHub(stack: AsyncDisposableStack, journalFolder?: string) {
  const folder = journalFolder ?? stack.use(await temporaryFolder()).path
  const { settings } = stack.use(await temporarySettings())
  const store = openIndexSetStore(settings)
  await store.writeIndices.put({ id: SET, index: 'logyard_0' })
  const writers = stack.use(createIndexWriters({ settings, nodeId: 'one', runningNodes: async () => ['one'] }))
  const targets = stack.use(await createWriteTargets({ store, writers, clock: systemClock, log }))
  const journal: Journal = stack.use(openJournal({ folder, clock: systemClock, log }))
  const changes = {
    streams: createListeners(),
    outputs: createListeners(),
    inputs: createListeners(),
    extractors: createListeners(),
    pipelines: createListeners(),
  }
  const state = {
    streams: [streamOf(DEFAULT_STREAM_ID)],
    staticFields: new Map<string, Record<string, string>>(),
    extractors: new Map<string, readonly RunningExtractor[]>(),
    pipelines: testSettings().pipelines,
    processors: testSettings().processors,
    fieldColumns: testSettings().fieldColumns,
  }
  const hub = stack.use(
    createSettingsHub({
      extractors: { settings: () => state.extractors, onChange: changes.extractors.add },
      grok: { definitions: () => BUILT_IN_PATTERNS, onChange: changes.extractors.add },
      inputs: {
        staticFields: () => state.staticFields,
        runningTitles: () => new Map(),
        onChange: changes.inputs.add,
      },
      streams: { routing: () => state.streams, names: () => [], onChange: changes.streams.add },
      pipelines: { settings: () => state.pipelines, onChange: changes.pipelines.add },
      threatIntel: { current: () => testSettings().threatIntel, onChange: changes.pipelines.add },
      geoIp: { database: () => undefined, onChange: changes.pipelines.add },
      fieldColumns: { writable: () => state.fieldColumns, onChange: changes.pipelines.add },
      filters: { settings: () => [], onChange: changes.pipelines.add },
      processors: { enabled: () => state.processors, onChange: changes.pipelines.add },
      targets,
      outputs: {
        groupsOf: (streams) =>
          streams.flatMap(({ id, outputs }) =>
            outputs.length === 0 ? [] : [{ outputs, format: 'gelf', streams: [id] }],
          ),
        onChange: changes.outputs.add,
      },
      journal,
      forwarder: 'this-node',
    }),
  )
  const rotate = async (index: string) => {
    await store.writeIndices.put({ id: SET, index })
    await targets.reload()
  }
  return { hub, targets, journal, changes, state, rotate }
}

const sectionsThatDiffer = (a: ProcessingSettings, b: ProcessingSettings): readonly Section[] =>
  (['processors', 'extractors', 'staticFields', 'routing', 'targets', 'outputs'] as const).filter(
    (name) => a[name] !== b[name],
  )

test('after a change only the sections that differ are other objects, and no change is published twice', async () => {
  await using stack = new AsyncDisposableStack()
  const { hub, changes, state, rotate } = await startHub(stack)
  let last = hub.current()
  const published: (readonly Section[])[] = []
  hub.follow(async (settings) => {
    published.push(sectionsThatDiffer(last, settings))
    last = settings
  })
  await rotate('logyard_1')
  expect(published.splice(0)).toEqual([['targets']])
  expect(hub.current().targets.indexTargets).toEqual({ [SET]: 'logyard_1' })
  state.staticFields.set('input', { env: 'prod' })
  changes.inputs.notify()
  expect(published.splice(0)).toEqual([['staticFields']])
  changes.inputs.notify()
  changes.streams.notify()
  expect(published).toEqual([])
})

test('outputs of a changed stream are up to date, although the outputs area is notified after the hub', async () => {
  await using stack = new AsyncDisposableStack()
  const { hub, changes, state } = await startHub(stack)
  state.streams = [...state.streams, streamOf('web', ['siem'])]
  changes.streams.notify()
  expect(hub.current().outputs.groups).toEqual([{ outputs: ['siem'], format: 'gelf', streams: ['web'] }])
  expect(hub.current().targets.indexSetByStream).toEqual({ web: SET })
})

test('a change is applied although processing stops before earlier messages are stored', async () => {
  await using stack = new AsyncDisposableStack()
  const { hub, targets, changes, state, rotate } = await startHub(stack)
  hub.follow(() => Promise.reject(new Error('processing has stopped')))
  state.staticFields.set('input', { env: 'prod' })
  changes.inputs.notify()
  expect(hub.current().staticFields).toEqual({ input: { env: 'prod' } })
  await rotate('logyard_1')
  await targets.released('logyard_0', AbortSignal.timeout(10_000))
})

test('an index is held until the messages routed to it are stored and the journal has noted that', async () => {
  await using stack = new AsyncDisposableStack()
  const { hub, targets, journal, rotate } = await startHub(stack)
  const stored = Promise.withResolvers<void>()
  hub.follow(() => stored.promise)
  journal.append(testOrigin, numberedMessage(0))
  await journal.flushed()
  await rotate('logyard_1')
  const order: string[] = []
  const released = targets.released('logyard_0', AbortSignal.timeout(10_000)).then(() => order.push('released'))
  await journal.flushed()
  order.push('stored')
  stored.resolve()
  journal.commit(1)
  const noted = journal.noted(1).then(() => order.push('noted'))
  await Promise.all([released, noted])
  expect(order).toEqual(['stored', 'noted', 'released'])
})

test('after a restart every index is held until the messages in the journal are stored', async () => {
  await using folder = await temporaryFolder()
  {
    await using journal = openJournal({ folder: folder.path, clock: systemClock, log })
    journal.append(testOrigin, numberedMessage(0))
    await journal.flushed()
  }
  await using stack = new AsyncDisposableStack()
  const { targets, journal } = await startHub(stack, folder.path)
  const order: string[] = []
  const released = targets.released('logyard_7', AbortSignal.timeout(10_000)).then(() => order.push('released'))
  await journal.flushed()
  order.push('stored')
  journal.commit(1)
  await released
  expect(order).toEqual(['stored', 'released'])
})
