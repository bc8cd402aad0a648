/** The stored grok patterns, and tries of patterns with them. */
import type { GrokPattern, GrokPatternDraft } from '@logyard/contract/grok/grok-patterns'
import { BUILT_IN_PATTERNS } from '@logyard/languages/grok/built-in-patterns'
import type { BoundedRuns, RunOptions } from '../platform/bounded-runs/bounded-runs.ts'
import type { Ids } from '../platform/ids.ts'
import { createListeners } from '../platform/listeners.ts'
import type { Log } from '../platform/log.ts'
import { createReplica } from '../platform/settings/replica.ts'
import type { PageRequest, SettingsStore } from '../platform/settings/settings-store.ts'
import { unlessTaken } from '../platform/settings/unless-taken.ts'
import { checkPatterns, compilePatterns } from './check-definitions.ts'
import { grokNameTaken, grokPatternRefused, grokTestRefused } from './grok-errors.ts'
import { type GrokPatternKind, grokPatternKind } from './grok-pattern-kind.ts'
import {
  type GrokPatternStore,
  grokPatternCollection,
  grokSeedCollection,
  type StoredGrokPattern,
} from './grok-pattern-store.ts'
import { type GrokOutcome, grokRuns } from './grok-runs.ts'
import {
  type Definitions,
  definitionsFor,
  definitionsOf,
  type NamedPattern,
  namesUsing,
  refersTo,
} from './pattern-references.ts'

export type GrokPatterns = Awaited<ReturnType<typeof createGrokPatterns>>

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
  readonly kind: GrokPatternKind
}

export async function createGrokPatterns(deps: GrokPatternsDeps) {
  const { settings, boundedRuns, zone } = deps
  await using starting = new AsyncDisposableStack()
  const store = settings.collection(grokPatternCollection)
  await storeBuiltIn(deps, store)
  const { name } = grokPatternCollection
  const replica = starting.use(createReplica(settings, grokPatternCollection))
  await replica.fresh()
  const listeners = createListeners()
  starting.use(
    settings.onChange(name, async () => {
      await replica.fresh()
      listeners.notify()
    }),
  )
  const kind = grokPatternKind({ ...deps, replica })
  const state: State = { ...deps, store, kind }
  const turns = settings.turns('grok patterns')
  const running = starting.move()
  return {
    kind,
    list: async () => (await kind.list()).map(onWire),
    async page(request: PageRequest) {
      const { rows, ...counts } = await store.page(request)
      return { ...counts, rows: rows.map(onWire) }
    },
    get: async (id: string) => onWire(await kind.get(id)),
    create: (draft: GrokPatternDraft, run: RunOptions) =>
      turns(async () => onWire(await kind.create(draft, { run, others: [] }))),
    /** All of the patterns, or none. With `replace` they become the only ones. */
    import: (patterns: readonly NamedPattern[], options: { replace: boolean; run: RunOptions }) =>
      turns(() => importAll(state, patterns, options)),
    update: (id: string, draft: GrokPatternDraft, run: RunOptions) =>
      turns(async () => {
        if ((await kind.find(id)) === undefined) throw grokPatternRefused(`Couldn't find Grok pattern with ID ${id}`)
        return onWire(await kind.replace(id, () => draft, { run, others: [] }))
      }),
    async delete(id: string) {
      await kind.delete(id)
    },
    async usesOf(id: string) {
      const used = await kind.get(id)
      const all = await kind.list()
      const names = namesUsing(used.name, all)
      const patterns = all.filter((pattern) => pattern.id !== id && names.has(pattern.name))
      return {
        /** Other patterns that refer to it, directly or through others. */
        patterns: patterns.map(onWire),
        /** Whether a pattern that is not stored refers to it or to one of them. */
        isIn: (pattern: string) => refersTo(pattern, names),
      }
    },
    /** Tries a pattern without storing it. */
    async try(pattern: string, text: string, { namedCapturesOnly, run }: TryOptions) {
      const definitions = definitionsFor([pattern], await freshDefinitions(state))
      return boundedRuns.run(grokRuns.try, { pattern, definitions, namedCapturesOnly, zone, text }, run)
    },
    /** As `try`, but the pattern also has a name, which its captures include. Throws if it does not compile. */
    tryNamed: (named: NamedPattern, text: string, run: RunOptions) => tryNamed(state, named, text, run),
    /** Definitions by name, as of the last change that listeners were called for. */
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

async function importAll(
  state: State,
  patterns: readonly NamedPattern[],
  { replace, run }: { readonly replace: boolean; readonly run: RunOptions },
): Promise<void> {
  if (patterns.length === 0) return
  const { settings, store, kind, ids } = state
  const before = await kind.list()
  const stored = definitionsOf(before)
  checkPatterns(patterns, replace ? new Map() : stored)
  await compilePatterns(state.boundedRuns, patterns, { stored, zone: state.zone, run })
  const inserted = patterns.map(({ name, pattern }) => store.inserting({ id: ids.next(), name, pattern }))
  const deleted = replace ? before.map(({ id }) => store.deleting(id)) : []
  const [first] = patterns
  // Another node may store a name between the check and the commit.
  const isImported = await unlessTaken(settings.commit([...deleted, ...inserted]))
  if (!isImported) throw grokNameTaken(first?.name ?? '')
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

const freshDefinitions = async ({ kind }: State): Promise<Definitions> => definitionsOf(await kind.list())

const onWire = ({ id, name, pattern }: StoredGrokPattern): GrokPattern => ({ id, name, pattern, content_pack: null })
