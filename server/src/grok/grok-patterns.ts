/** The stored grok patterns, and tries of patterns with them. */
import type { GrokPattern, GrokPatternDraft } from '@logyard/contract/grok/grok-patterns'
import { BUILT_IN_PATTERNS } from '@logyard/languages/grok/built-in-patterns'
import type { BoundedRuns, RunOptions } from '../platform/bounded-runs/bounded-runs.ts'
import type { Ids } from '../platform/ids.ts'
import { createListeners } from '../platform/listeners.ts'
import type { Log } from '../platform/log.ts'
import { createMutex } from '../platform/mutex.ts'
import type { Prepared } from '../platform/settings/prepared.ts'
import { createReplica, type Replica } from '../platform/settings/replica.ts'
import { type PageOf, type PageRequest, type SettingsStore, UniqueTaken } from '../platform/settings/settings-store.ts'
import { checkPatterns, compilePatterns } from './check-definitions.ts'
import { grokNameTaken, grokPatternNotFound, grokPatternRefused, grokTestRefused } from './grok-errors.ts'
import {
  type GrokPatternStore,
  grokPatternCollection,
  grokSeedCollection,
  type StoredGrokPattern,
} from './grok-pattern-store.ts'
import { type GrokOutcome, grokRuns } from './grok-runs.ts'
import { type Definitions, definitionsFor, type NamedPattern, namesUsing, refersTo } from './pattern-references.ts'

export interface GrokPatterns extends AsyncDisposable {
  list(): Promise<readonly GrokPattern[]>
  page(request: PageRequest): Promise<PageOf<GrokPattern>>
  get(id: string): Promise<GrokPattern>
  create(draft: GrokPatternDraft, run: RunOptions): Promise<GrokPattern>
  /**
   * To be stored together with `others`, which it may refer to. With an id it replaces that pattern.
   */
  preparing(
    draft: GrokPatternDraft,
    of: { readonly others: readonly NamedPattern[]; readonly id: string | undefined; readonly run: RunOptions },
  ): Promise<Prepared<GrokPattern>>
  /** All of the patterns, or none. With `replace` they become the only ones. */
  import(patterns: readonly NamedPattern[], options: { replace: boolean; run: RunOptions }): Promise<void>
  update(id: string, draft: GrokPatternDraft, run: RunOptions): Promise<GrokPattern>
  delete(id: string): Promise<void>
  /** In one commit; a missing one is not an error. */
  deleteAll(ids: readonly string[]): Promise<void>
  usesOf(id: string): Promise<GrokUses>
  /** Tries a pattern without storing it. */
  try(pattern: string, text: string, options: TryOptions): Promise<GrokOutcome>
  /** As `try`, but the pattern also has a name, which its captures include. Throws if it does not compile. */
  tryNamed(named: NamedPattern, text: string, run: RunOptions): Promise<GrokOutcome['captures']>
  /** By name, as of the last change that listeners were called for. */
  definitions(): Definitions
  onChange(listener: () => void): Disposable
}

export interface GrokUses {
  /** Other patterns that refer to it, directly or through others. */
  readonly patterns: readonly GrokPattern[]
  /** Whether a pattern that is not stored refers to it or to one of them. */
  isIn(pattern: string): boolean
}

interface TryOptions {
  readonly namedCapturesOnly: boolean
  readonly run: RunOptions
}

interface GrokPatternsDeps {
  readonly settings: SettingsStore
  readonly boundedRuns: BoundedRuns
  readonly ids: Ids
  /** IANA name: of dates without a zone. */
  readonly zone: string
  readonly log: Log
}

interface State extends GrokPatternsDeps {
  readonly store: GrokPatternStore
  readonly replica: Replica<StoredGrokPattern>
}

export async function createGrokPatterns(deps: GrokPatternsDeps): Promise<GrokPatterns> {
  const { settings, boundedRuns, zone, log } = deps
  await using starting = new AsyncDisposableStack()
  const store = settings.collection(grokPatternCollection)
  await storeBuiltIn(deps, store)
  const { name } = grokPatternCollection
  const replica = starting.use(createReplica({ settings, collection: store, name, indexes: {} }))
  await replica.fresh()
  const listeners = createListeners()
  starting.use(
    settings.onChange(name, () => {
      replica
        .fresh()
        .then(listeners.notify)
        .catch((error: unknown) => log.error({ err: error }, 'changed grok patterns could not be read'))
    }),
  )
  const state: State = { ...deps, store, replica }
  const turns = createMutex()
  const running = starting.move()
  return {
    list: async () => (await freshPatterns(state)).map(onWire),
    async page(request) {
      const { rows, ...counts } = await store.page(request)
      return { ...counts, rows: rows.map(onWire) }
    },
    get: async (id) => onWire(await getStored(state, id)),
    create: (draft, run) => turns(() => create(state, draft, run)),
    preparing: (draft, of) => prepare(state, draft, of),
    import: (patterns, options) => turns(() => importAll(state, patterns, options)),
    update: (id, draft, run) => turns(() => update(state, id, draft, run)),
    async delete(id) {
      if (!(await store.delete(id))) throw grokPatternNotFound(id)
    },
    deleteAll: async (ids) => settings.commit(ids.map((id) => store.deleting(id))),
    async usesOf(id) {
      const used = await getStored(state, id)
      const all = await freshPatterns(state)
      const names = namesUsing(used.name, all)
      const patterns = all.filter((pattern) => pattern.id !== id && names.has(pattern.name))
      return { patterns: patterns.map(onWire), isIn: (pattern) => refersTo(pattern, names) }
    },
    async try(pattern, text, { namedCapturesOnly, run }) {
      const definitions = definitionsFor([pattern], await freshDefinitions(state))
      return boundedRuns.run(grokRuns.try, { pattern, definitions, namedCapturesOnly, zone, text }, run)
    },
    tryNamed: (named, text, run) => tryNamed(state, named, text, run),
    definitions: () => definitionsOf(replica.list()),
    onChange: listeners.add,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** On the first start only: deleted and changed patterns stay as users left them. */
async function storeBuiltIn({ settings, ids }: GrokPatternsDeps, store: GrokPatternStore): Promise<void> {
  const seed = settings.collection(grokSeedCollection)
  const mark = { id: 'built-in' }
  if ((await seed.find(mark.id)) !== undefined) return
  const patterns = Array.from(BUILT_IN_PATTERNS, ([name, pattern]) => ({ id: ids.next(), name, pattern }))
  await settings.commit([...patterns.map((each) => store.inserting(each)), seed.inserting(mark)])
}

async function create(state: State, { name, pattern }: GrokPatternDraft, run: RunOptions): Promise<GrokPattern> {
  const stored = await freshDefinitions(state)
  const draft = { name, pattern }
  checkPatterns([draft], stored)
  await compilePatterns(state.boundedRuns, [draft], { stored, zone: state.zone, run })
  return onWire(await namingTaken(name, () => state.store.insert({ id: state.ids.next(), ...draft })))
}

async function prepare(
  state: State,
  { name, pattern }: GrokPatternDraft,
  {
    others,
    id,
    run,
  }: { readonly others: readonly NamedPattern[]; readonly id: string | undefined; readonly run: RunOptions },
): Promise<Prepared<GrokPattern>> {
  const { store, ids, boundedRuns, zone } = state
  const stored = new Map([...(await freshDefinitions(state, id)), ...definitionsOf(others)])
  stored.delete(name)
  checkPatterns([{ name, pattern }], stored)
  await compilePatterns(boundedRuns, [{ name, pattern }], { stored, zone, run })
  const before = id === undefined ? undefined : await store.findVersioned(id)
  const document = { id: before?.document.id ?? ids.next(), name, pattern }
  const write = before === undefined ? store.inserting(document) : store.replacing(document, before.version)
  return { entity: onWire(document), writes: [write], takeEffect: async () => undefined }
}

async function importAll(
  state: State,
  patterns: readonly NamedPattern[],
  { replace, run }: { readonly replace: boolean; readonly run: RunOptions },
): Promise<void> {
  if (patterns.length === 0) return
  const { settings, store, ids } = state
  const before = await freshPatterns(state)
  const stored = definitionsOf(before)
  checkPatterns(patterns, replace ? new Map() : stored)
  await compilePatterns(state.boundedRuns, patterns, { stored, zone: state.zone, run })
  const inserted = patterns.map(({ name, pattern }) => store.inserting({ id: ids.next(), name, pattern }))
  const deleted = replace ? before.map(({ id }) => store.deleting(id)) : []
  const [first] = patterns
  await namingTaken(first?.name ?? '', () => settings.commit([...deleted, ...inserted]))
}

async function update(state: State, id: string, draft: GrokPatternDraft, run: RunOptions): Promise<GrokPattern> {
  const others = await freshDefinitions(state, id)
  const old = await state.store.find(id)
  if (old === undefined) throw grokPatternRefused(`Couldn't find Grok pattern with ID ${id}`)
  const { name, pattern } = draft
  checkPatterns([{ name, pattern }], others)
  await compilePatterns(state.boundedRuns, [{ name, pattern }], { stored: others, zone: state.zone, run })
  const changed = await namingTaken(name, () => state.store.update(id, () => ({ id, name, pattern })))
  if (changed === undefined) throw grokPatternRefused(`Couldn't find Grok pattern with ID ${id}`)
  return onWire(changed)
}

async function tryNamed(
  state: State,
  { name, pattern }: NamedPattern,
  text: string,
  run: RunOptions,
): Promise<GrokOutcome['captures']> {
  if (!/^\w+$/.test(name)) throw grokTestRefused('The name can only contain letters, digits and underscores')
  if (pattern.trim() === '') throw grokTestRefused('The pattern cannot be empty')
  const definitions = new Map([...(await freshDefinitions(state)), [name, pattern]])
  const reference = `%{${name}}`
  const input = {
    pattern: reference,
    definitions: definitionsFor([reference], definitions),
    namedCapturesOnly: false,
    zone: state.zone,
    text,
  }
  const { problem, captures } = await state.boundedRuns.run(grokRuns.try, input, run)
  if (problem !== undefined) throw grokTestRefused(problem)
  return captures
}

async function getStored({ store }: State, id: string): Promise<StoredGrokPattern> {
  const found = await store.find(id)
  if (found === undefined) throw grokPatternNotFound(id)
  return found
}

/** Another node may store the name between the check and the commit. */
async function namingTaken<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof UniqueTaken) throw grokNameTaken(name)
    throw error
  }
}

async function freshPatterns({ replica }: State): Promise<readonly StoredGrokPattern[]> {
  await replica.fresh()
  return replica.list()
}

const freshDefinitions = async (state: State, withoutId?: string): Promise<Definitions> =>
  definitionsOf((await freshPatterns(state)).filter(({ id }) => id !== withoutId))

const definitionsOf = (patterns: readonly NamedPattern[]): Definitions =>
  new Map(patterns.map(({ name, pattern }) => [name, pattern]))

const onWire = ({ id, name, pattern }: StoredGrokPattern): GrokPattern => ({ id, name, pattern, content_pack: null })
