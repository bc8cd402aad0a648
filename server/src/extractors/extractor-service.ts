/** The extractors of inputs: what is stored, what processing is told about them, and what it did with them. */
import {
  type CreateExtractorRequest,
  MAX_EXTRACTORS,
  type OrderExtractorsRequest,
} from '@logyard/contract/extractors/extractors'
import { commitPrepared } from '../entities/commit-prepared.ts'
import type { IncludedParts } from '../entities/entity-type.ts'
import type { Definitions } from '../grok/pattern-references.ts'
import type { Caller } from '../http/caller.ts'
import type { LookupTables } from '../lookup/lookup-tables.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Notifications } from '../notices/notifications.ts'
import type { BoundedRuns } from '../platform/bounded-runs/bounded-runs.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Prepared } from '../platform/settings/prepared.ts'
import { createReplica, type Replica } from '../platform/settings/replica.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { unlessTaken } from '../platform/settings/unless-taken.ts'
import { definitionOf } from './definition-of.ts'
import {
  extractorInputGone,
  extractorNotFound,
  extractorPositionRefused,
  extractorsTooMany,
} from './extractor-errors.ts'
import { createExtractorMeasures } from './extractor-metrics.ts'
import { createExtractorRuns } from './extractor-runs.ts'
import {
  type ExtractorStore,
  extractorCollection,
  type StoredExtractor,
  type StoredExtractors,
} from './extractor-store.ts'
import { createExtractorTrials, type ExtractorTrials } from './extractor-trials.ts'
import { type PublishedExtractors, publishExtractors } from './published-extractors.ts'
import { type ReadExtractor, readExtractor, requireTitle } from './read-extractor.ts'
import { type IsReadableTable, requireTables } from './require-tables.ts'

const POSITION = /^-?\d{1,9}$/

export interface ExtractorsDeps {
  readonly settings: SettingsStore
  readonly metrics: Metrics
  readonly notifications: Notifications
  readonly ids: Ids
  readonly log: Log
  readonly boundedRuns: BoundedRuns
  readonly grokPatterns: () => Definitions
  readonly clock: Clock
  readonly lookupTables: LookupTables
  readonly isReadableTable: IsReadableTable
}

/** Who creates or replaces an extractor, and when that is cancelled. */
export interface Editor {
  readonly caller: Pick<Caller, 'userId' | 'username' | 'holds'>
  readonly signal: AbortSignal
}

/** The caller makes sure that the input exists. A change is in effect for later messages when its promise resolves. */
export type Extractors = Awaited<ReturnType<typeof createExtractors>>

interface State extends ExtractorsDeps {
  readonly trials: ExtractorTrials
  readonly store: ExtractorStore
  readonly replica: Replica<StoredExtractors>
  readonly published: PublishedExtractors
}

export async function createExtractors(deps: ExtractorsDeps) {
  const { settings, metrics } = deps
  const store = settings.collection(extractorCollection)
  const measures = createExtractorMeasures(metrics)
  using starting = new DisposableStack()
  const replica = starting.use(createReplica(settings, extractorCollection))
  const runs = await createExtractorRuns({ ...deps, measures, find: (id) => published.find(id) })
  const published = starting.use(await publishExtractors({ settings, replica, onRemoved: runs.removed }))
  const trials = createExtractorTrials(deps)
  const state: State = { ...deps, trials, store, replica, published }
  const opened = starting.move()
  return {
    ...queries(state),
    ...commands(state),
    trials,
    measures,
    runs,
    /** All extractors of an input, to be stored together with it and with the tables and patterns that `included` has. */
    preparing: (
      inputId: string,
      drafts: readonly CreateExtractorRequest[],
      of: { readonly by: Editor; readonly included: IncludedParts },
    ) => prepare(state, inputId, drafts, of),
    /** Has to be committed with the deletion of the input. */
    deletedWith: (inputId: string) => [store.deleting(inputId)],
    /** As of the last change. */
    settings: published.current,
    onChange: published.onChange,
    [Symbol.dispose]: () => opened.dispose(),
  }
}

function queries({ replica }: State) {
  /** Sorted by creation. */
  const list = async (inputId: string) => {
    await replica.fresh()
    return replica.find(inputId)?.extractors ?? []
  }
  return {
    list,
    get: async (inputId: string, id: string) => requireExtractor(await list(inputId), id),
    /** Those of all inputs. */
    async all() {
      await replica.fresh()
      return replica.list().flatMap(({ extractors }) => extractors)
    },
  }
}

function commands(state: State) {
  const { ids } = state
  return {
    async create(inputId: string, draft: CreateExtractorRequest, by: Editor) {
      const read = await readDraft(state, draft, ids.uuid(), by)
      const created = { ...read, revision: ids.next(), creator_user_id: by.caller.username }
      await ensureDocument(state, inputId)
      await change(state, inputId, (extractors) => {
        if (extractors.length >= MAX_EXTRACTORS) throw extractorsTooMany(MAX_EXTRACTORS)
        return [...extractors, created]
      })
      return created
    },
    /** Counters of the extractor start again. */
    async replace(inputId: string, id: string, draft: CreateExtractorRequest, by: Editor) {
      await requireStored(state, inputId, id)
      const read = { ...(await readDraft(state, draft, id, by)), revision: ids.next() }
      const replaced = ({ creator_user_id }: StoredExtractor): StoredExtractor => ({ ...read, creator_user_id })
      const changed = await change(state, inputId, (extractors) => {
        requireExtractor(extractors, id)
        return extractors.map((extractor) => (extractor.id === id ? replaced(extractor) : extractor))
      })
      return requireExtractor(changed, id)
    },
    async delete(inputId: string, id: string) {
      await requireStored(state, inputId, id)
      await change(state, inputId, (extractors) => {
        requireExtractor(extractors, id)
        return extractors.filter((extractor) => extractor.id !== id)
      })
    },
    async order(inputId: string, order: OrderExtractorsRequest['order']) {
      const positions = readPositions(order)
      if ((await state.store.find(inputId)) === undefined) return
      await change(state, inputId, (extractors) =>
        extractors.map((extractor) => ({ ...extractor, order: positions.get(extractor.id) ?? extractor.order })),
      )
    },
  }
}

async function readDraft(
  { trials, isReadableTable }: State,
  draft: CreateExtractorRequest,
  id: string,
  { caller, signal }: Editor,
  included?: IncludedParts,
): Promise<ReadExtractor> {
  requireTitle(draft)
  const read = readExtractor(draft, id)
  // A table that exists already is not created, though a part of the same commit may stand for it.
  const isCreated = (name: string) =>
    included?.tables.has(name) === true && !isReadableTable(name, { holds: () => true })
  const isKnown: IsReadableTable = (name, by) => isReadableTable(name, by) || isCreated(name)
  requireTables(read, caller, isKnown)
  await trials.check(definitionOf(read), { userId: caller.userId, signal }, included?.grokPatterns)
  return read
}

async function prepare(
  state: State,
  inputId: string,
  drafts: readonly CreateExtractorRequest[],
  { by, included }: { readonly by: Editor; readonly included: IncludedParts },
): Promise<Prepared<readonly StoredExtractor[]>> {
  const { store, published, ids } = state
  if (drafts.length > MAX_EXTRACTORS) throw extractorsTooMany(MAX_EXTRACTORS)
  const extractors: StoredExtractor[] = []
  for (const draft of drafts) {
    const read = await readDraft(state, draft, ids.uuid(), by, included)
    extractors.push({ ...read, revision: ids.next(), creator_user_id: by.caller.username })
  }
  if ((await store.find(inputId)) !== undefined) return prepareChange(state, inputId, () => extractors)
  const writes = extractors.length === 0 ? [] : [store.inserting({ id: inputId, extractors })]
  return { entity: extractors, writes, takeEffect: published.publish }
}

function readPositions(order: OrderExtractorsRequest['order']): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(order).map(([position, id]) => {
      if (!POSITION.test(position)) throw extractorPositionRefused(position)
      return [id, Number(position)]
    }),
  )
}

function requireExtractor(extractors: readonly StoredExtractor[], id: string): StoredExtractor {
  const extractor = extractors.find((candidate) => candidate.id === id)
  if (extractor === undefined) throw extractorNotFound(id)
  return extractor
}

const requireStored = async ({ store }: State, inputId: string, id: string) =>
  requireExtractor((await store.find(inputId))?.extractors ?? [], id)

async function ensureDocument({ store }: State, inputId: string): Promise<void> {
  if ((await store.find(inputId)) === undefined) await unlessTaken(store.insert({ id: inputId, extractors: [] }))
}

type Change = (extractors: readonly StoredExtractor[]) => StoredExtractor[]

async function prepareChange(
  { store, published }: State,
  inputId: string,
  how: Change,
): Promise<Prepared<readonly StoredExtractor[]>> {
  const stored = await store.findVersioned(inputId)
  if (stored === undefined) throw extractorInputGone(inputId)
  const changed = { ...stored.document, extractors: how(stored.document.extractors) }
  const writes = [store.replacing(changed, stored.version)]
  return { entity: changed.extractors, writes, takeEffect: published.publish }
}

const change = (state: State, inputId: string, how: Change) =>
  commitPrepared(state.settings, () => prepareChange(state, inputId, how))
