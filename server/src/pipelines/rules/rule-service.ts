/** Rules as the API shows them, with their versions and switches. */
import type { RuleSource } from '@logyard/contract/pipelines/rules'
import type { SourceDraft } from '@logyard/contract/pipelines/source-draft'
import type { Clock } from '../../platform/clock.ts'
import { commitRetrying } from '../../platform/settings/commit-retrying.ts'
import type { Replica } from '../../platform/settings/replica.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import { type Author, type RuleRights, runOf } from '../needs/author-rights.ts'
import type { PublishedPipelines } from '../published-pipelines.ts'
import type { SourceParser } from '../sources/source-parser.ts'
import type { RuleKind } from './rule-kind.ts'
import { ruleSwitchCollection, type StoredRule, type StoredRuleSwitch } from './rule-store.ts'
import type { RuleVersions } from './rule-versions.ts'

export type Rules = ReturnType<typeof createRules>

export interface RulesDeps {
  readonly settings: SettingsStore
  readonly kind: RuleKind
  readonly versions: RuleVersions
  readonly replicas: { readonly rules: Replica<StoredRule>; readonly switches: Replica<StoredRuleSwitch> }
  readonly published: Pick<PublishedPipelines, 'publish'>
  readonly parser: SourceParser
  readonly rights: Pick<RuleRights, 'requireRule'>
  readonly clock: Clock
}

export function createRules(deps: RulesDeps) {
  const { kind, versions, replicas, parser } = deps
  const onWire = async (rules: readonly StoredRule[]): Promise<RuleSource[]> => {
    const parsed = await parser.rules(rules)
    return rules.map((rule, at) => ({ ...factsOf(rule), errors: parsed[at]?.errors ?? null }))
  }
  const saved = (rule: StoredRule): RuleSource => ({ ...factsOf(rule), errors: null })
  return {
    ...{ kind, versions },
    /** Sorted by title. */
    list: async () => onWire(await kind.list()),
    async get(id: string) {
      const rule = await kind.get(id)
      const [parsed] = await parser.rules([rule])
      return { ...factsOf(rule), errors: parsed?.errors ?? null }
    },
    /** The existing ones of these titles, if they are wanted. */
    async byTitles(titles: readonly string[], isWanted: (rule: { readonly id: string }) => boolean) {
      await replicas.rules.fresh()
      const named = [...new Set(titles)].flatMap((title) => replicas.rules.listBy('title', title))
      return onWire(named.filter(isWanted))
    },
    create: async (draft: SourceDraft, by: Author) => saved(await kind.create(draft, by)),
    replace: async (id: string, draft: SourceDraft, by: Author) => saved(await kind.replace(id, () => draft, by)),
    /** A rule that is not stored. Throws if the source does not parse. */
    async parse({ source, description }: SourceDraft, by: Author) {
      const { title } = await parser.rule(source, runOf(by))
      const stored = { id: null, created_at: null, modified_at: null }
      return { ...stored, title, description: description ?? null, source, errors: null }
    },
    async restore(id: string, version: number, by: Author) {
      const { source, description } = await versions.get(id, version)
      return saved(await kind.replace(id, () => ({ source, description }), { ...by, restoredFrom: version }))
    },
    async switchedOff() {
      await Promise.all([replicas.rules.fresh(), replicas.switches.fresh()])
      return replicas.switches.list().filter(({ id }) => replicas.rules.find(id) !== undefined)
    },
    /** The switch is in effect for later messages when the promise resolves. */
    switch: (id: string, isOn: boolean, by: Author) => switchRule(deps, id, isOn, by),
  }
}

function factsOf({ id, title, description, source, created_at, modified_at }: StoredRule): Omit<RuleSource, 'errors'> {
  return { id, title, description, source, created_at, modified_at }
}

async function switchRule(
  { settings, kind, parser, rights, published, clock }: RulesDeps,
  id: string,
  isOn: boolean,
  by: Author,
): Promise<void> {
  const switches = settings.collection(ruleSwitchCollection)
  await commitRetrying(settings, async () => {
    // Neither a deleted rule nor another source than the one that is checked.
    const claim = await kind.claim(id)
    const rule = await kind.get(id)
    const isOff = (await switches.find(id)) !== undefined
    if (isOn !== isOff) return { writes: [], answer: undefined }
    if (isOn) {
      const [parsed] = await parser.rules([rule])
      await rights.requireRule({ title: rule.title, needs: parsed?.needs ?? [] }, by)
      return { writes: [claim, switches.deleting(id)], answer: undefined }
    }
    const off = { id, username: by.caller.username, switched_off_at: clock.now().toISOString() }
    return { writes: [claim, switches.inserting(off)], answer: undefined }
  })
  await published.publish()
}
