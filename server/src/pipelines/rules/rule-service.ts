/** The stored rules with their versions and switches. */
import type { RuleSource } from '@logyard/contract/pipelines/rules'
import type { SourceDraft } from '@logyard/contract/pipelines/source-draft'
import type { Caller } from '../../http/caller.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { RunOptions } from '../../platform/bounded-runs/bounded-runs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { createMutex, type Mutex } from '../../platform/mutex.ts'
import type { Prepared } from '../../platform/settings/prepared.ts'
import type { Replica } from '../../platform/settings/replica.ts'
import { type SettingsStore, UniqueTaken, type Write } from '../../platform/settings/settings-store.ts'
import { ruleMetricPrefix } from '../metrics/pipeline-metric-names.ts'
import type { RuleAuthor, RuleRights } from '../needs/author-rights.ts'
import { ruleNotFound, ruleTitleTaken } from '../pipeline-errors.ts'
import type { PublishedPipelines } from '../published-pipelines.ts'
import { requireRoom, requireRoomForMore } from '../sources/source-limits.ts'
import type { SourceParser } from '../sources/source-parser.ts'
import {
  type RuleStore,
  type RuleSwitchStore,
  ruleCollection,
  ruleSwitchCollection,
  ruleVersionCollection,
  type StoredRule,
  type StoredRuleSwitch,
} from './rule-store.ts'
import { createRuleVersions, type RuleVersions } from './rule-versions.ts'

/** Who saves a rule or pipeline, and when that is cancelled. */
export interface Author extends RuleAuthor {
  readonly caller: Pick<Caller, 'userId' | 'username' | 'holds'>
  readonly signal: AbortSignal
}

interface PreparingRule {
  /** Of the rule that this one replaces. */
  readonly id: string | undefined
  /** For a source that does not parse. It is refused without a title. */
  readonly title?: string
}

/** A change is in effect for later messages when its promise resolves. */
export interface Rules {
  /** By title. */
  list(): Promise<RuleSource[]>
  get(id: string): Promise<RuleSource>
  /** The existing ones of these titles, if they are wanted. */
  byTitles(titles: readonly string[], isWanted: (rule: { readonly id: string }) => boolean): Promise<RuleSource[]>
  create(draft: SourceDraft, by: Author): Promise<RuleSource>
  replace(id: string, draft: SourceDraft, by: Author): Promise<RuleSource>
  /** To be stored together with others. */
  preparing(draft: SourceDraft, by: Author, options: PreparingRule): Promise<Prepared<StoredRule>>
  /** Throws if there cannot be so many more, with these sources. */
  requireRoom(sources: readonly string[]): Promise<void>
  delete(id: string): Promise<void>
  /** In one commit; a missing one is not an error. */
  deleteAll(ids: readonly string[]): Promise<void>
  /** A rule that is not stored. Throws if the source does not parse. */
  parse(draft: SourceDraft, by: Author): Promise<RuleSource>
  readonly versions: Pick<RuleVersions, 'list' | 'get'>
  restore(id: string, version: number, by: Author): Promise<RuleSource>
  switchedOff(): Promise<readonly StoredRuleSwitch[]>
  switch(id: string, isOn: boolean, by: Author): Promise<void>
}

export interface RulesDeps {
  readonly settings: SettingsStore
  readonly replicas: { readonly rules: Replica<StoredRule>; readonly switches: Replica<StoredRuleSwitch> }
  readonly published: Pick<PublishedPipelines, 'publish'>
  readonly parser: SourceParser
  readonly rights: Pick<RuleRights, 'requireRule'>
  readonly metrics: Pick<Metrics, 'remove'>
  readonly clock: Clock
  readonly ids: Ids
}

interface State extends RulesDeps {
  readonly store: RuleStore
  readonly switches: RuleSwitchStore
  readonly versions: RuleVersions
  readonly turns: Mutex
}

export function createRules(deps: RulesDeps): Rules {
  const { settings, parser } = deps
  const state: State = {
    ...deps,
    store: settings.collection(ruleCollection),
    switches: settings.collection(ruleSwitchCollection),
    versions: createRuleVersions({ store: settings.collection(ruleVersionCollection) }),
    turns: createMutex(),
  }
  return {
    ...queries(state),
    create: (draft, by) => create(state, draft, by),
    replace: (id, draft, by) => replace(state, id, draft, by),
    preparing: (draft, by, options) => prepare(state, draft, by, options),
    async requireRoom(sources) {
      await state.replicas.rules.fresh()
      requireRoomForMore('rules', sources, state.replicas.rules.list())
    },
    delete: (id) => state.turns(() => deleteRule(state, id)),
    deleteAll: (all) => state.turns(() => deleteRules(state, all)),
    async parse({ source, description }, by) {
      const { title } = await parser.rule(source, runOf(by))
      return {
        id: null,
        title,
        description: description ?? null,
        source,
        created_at: null,
        modified_at: null,
        errors: null,
      }
    },
    versions: state.versions,
    async restore(id, version, by) {
      const { source, description } = await state.versions.get(id, version)
      return replace(state, id, { source, description }, by, version)
    },
    switch: (id, isOn, by) => state.turns(() => switchRule(state, id, isOn, by)),
  }
}

function queries(state: State): Pick<Rules, 'list' | 'get' | 'byTitles' | 'switchedOff'> {
  const { replicas, parser } = state
  const onWire = async (rules: readonly StoredRule[]): Promise<RuleSource[]> => {
    const parsed = await parser.rules(rules)
    return rules.map((rule, at) => ({ ...factsOf(rule), errors: parsed[at]?.errors ?? null }))
  }
  return {
    async list() {
      await replicas.rules.fresh()
      return onWire(replicas.rules.list().toSorted((a, b) => (a.title < b.title ? -1 : 1)))
    },
    async get(id) {
      const [rule] = await onWire([await getRule(state, id)])
      if (rule === undefined) throw ruleNotFound(id)
      return rule
    },
    async byTitles(titles, isWanted) {
      await replicas.rules.fresh()
      const named = [...new Set(titles)].flatMap((title) => replicas.rules.listBy('title', title))
      return onWire(named.filter(isWanted))
    },
    async switchedOff() {
      await Promise.all([replicas.rules.fresh(), replicas.switches.fresh()])
      return replicas.switches.list().filter(({ id }) => replicas.rules.find(id) !== undefined)
    },
  }
}

async function getRule({ replicas }: Pick<State, 'replicas'>, id: string): Promise<StoredRule> {
  await replicas.rules.fresh()
  const rule = replicas.rules.find(id)
  if (rule === undefined) throw ruleNotFound(id)
  return rule
}

export const runOf = ({ caller, signal }: Author): RunOptions => ({ userId: caller.userId, signal })

function factsOf({ id, title, description, source, created_at, modified_at }: StoredRule): Omit<RuleSource, 'errors'> {
  return { id, title, description, source, created_at, modified_at }
}

async function create(state: State, { source, description }: SourceDraft, by: Author): Promise<RuleSource> {
  const { parser, rights, ids, clock, store } = state
  const read = await parser.rule(source, runOf(by))
  await rights.requireRule(read, by)
  return state.turns(async () => {
    const rule = newRule(ids.next(), read.title, { source, description: description ?? null }, clock)
    await save(state, rule, store.inserting(rule), { ...by.caller, restoredFrom: null })
    return { ...factsOf(rule), errors: null }
  })
}

function newRule(id: string, title: string, { source, description }: SourceDraft, clock: Clock): StoredRule {
  const now = clock.now().toISOString()
  return { id, title, description: description ?? null, source, created_at: now, modified_at: now, version: 1 }
}

async function prepare(
  state: State,
  draft: SourceDraft,
  by: Author,
  { id, title: titleOfBroken }: PreparingRule,
): Promise<Prepared<StoredRule>> {
  const { parser, rights, ids, clock, store, replicas, versions, published } = state
  const read = await parser.rule(draft.source, runOf(by), titleOfBroken)
  const { title } = read
  const before = id === undefined ? undefined : await store.findVersioned(id)
  if (before?.document.source !== draft.source) await rights.requireRule(read, by)
  const fresh = newRule(before?.document.id ?? ids.next(), title, draft, clock)
  const rule: StoredRule =
    before === undefined
      ? fresh
      : { ...fresh, created_at: before.document.created_at, version: before.document.version + 1 }
  await replicas.rules.fresh()
  requireRoom('rules', rule, replicas.rules.list())
  const write = before === undefined ? store.inserting(rule) : store.replacing(rule, before.version)
  const saved = await versions.saving(rule, { ...by.caller, restoredFrom: null })
  return { entity: rule, writes: [write, ...saved], takeEffect: published.publish }
}

/** `restoredFrom` is the version whose source it is. */
async function replace(
  state: State,
  id: string,
  { source, description }: SourceDraft,
  by: Author,
  restoredFrom: number | null = null,
): Promise<RuleSource> {
  const { parser, rights, clock, store } = state
  const stored = await getRule(state, id)
  const read = await parser.rule(source, runOf(by))
  const { title } = read
  if (stored.source !== source) await rights.requireRule(read, by)
  return state.turns(async () => {
    const before = await store.findVersioned(id)
    if (before === undefined) throw ruleNotFound(id)
    const rule: StoredRule = {
      ...before.document,
      title,
      description: description ?? null,
      source,
      modified_at: clock.now().toISOString(),
      version: before.document.version + 1,
    }
    await save(state, rule, store.replacing(rule, before.version), { ...by.caller, restoredFrom })
    return { ...factsOf(rule), errors: null }
  })
}

async function save(
  { settings, replicas, versions, published }: State,
  rule: StoredRule,
  write: Write,
  by: { readonly username: string; readonly restoredFrom: number | null },
): Promise<void> {
  await replicas.rules.fresh()
  requireRoom('rules', rule, replicas.rules.list())
  try {
    await settings.commit([write, ...(await versions.saving(rule, by))])
  } catch (error) {
    if (error instanceof UniqueTaken) throw ruleTitleTaken(rule.title, { cause: error })
    throw error
  }
  await published.publish()
}

async function deleteRule(state: State, id: string): Promise<void> {
  await getRule(state, id)
  await deleteRules(state, [id])
}

async function deleteRules(state: State, ids: readonly string[]): Promise<void> {
  const { settings, store, versions, switches, published, metrics } = state
  const ofVersions = await Promise.all(ids.map(versions.deleting))
  const ofRules = ids.flatMap((id) => [store.deleting(id), switches.deleting(id)])
  await settings.commit([...ofRules, ...ofVersions.flat()])
  await published.publish()
  for (const id of ids) metrics.remove(ruleMetricPrefix(id))
}

async function switchRule(state: State, id: string, isOn: boolean, by: Author): Promise<void> {
  const { switches, parser, rights, published, clock } = state
  const rule = await getRule(state, id)
  const isOff = (await switches.find(id)) !== undefined
  if (isOn && isOff) {
    const [parsed] = await parser.rules([rule])
    await rights.requireRule({ title: rule.title, needs: parsed?.needs ?? [] }, by)
    await switches.delete(id)
  }
  if (!isOn && !isOff) {
    await switches.insert({ id, username: by.caller.username, switched_off_at: clock.now().toISOString() })
  }
  await published.publish()
}
