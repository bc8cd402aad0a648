/** The kind of rules: the writes beside a change, and their data in content packs. */
import { rules } from '@logyard/contract/pipelines/rules'
import type { SourceDraft } from '@logyard/contract/pipelines/source-draft'
import type { Decoded } from '../../entities/codecs/codec.ts'
import { text, textOrEmpty } from '../../entities/codecs/scalar-codecs.ts'
import { shape } from '../../entities/codecs/shape-codecs.ts'
import { deleteTogether } from '../../entities/commit-prepared.ts'
import { entityDiffers } from '../../entities/entity-errors.ts'
import { entityKind, type KindDeps } from '../../entities/entity-kind.ts'
import type { EntityForm } from '../../entities/entity-type.ts'
import type { Kind } from '../../entities/kind.ts'
import { type PackPart, permissionsOf } from '../../entities/pack-part.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Replica } from '../../platform/settings/replica.ts'
import { ruleMetricPrefix } from '../metrics/pipeline-metric-names.ts'
import { type Author, type RuleRights, runOf } from '../needs/author-rights.ts'
import { ruleNotFound, ruleTitleTaken } from '../pipeline-errors.ts'
import type { PublishedPipelines } from '../published-pipelines.ts'
import { requireRoom, requireRoomForMore } from '../sources/source-limits.ts'
import type { SourceParser } from '../sources/source-parser.ts'
import { ruleCollection, ruleSwitchCollection, type StoredRule } from './rule-store.ts'
import type { RuleVersions } from './rule-versions.ts'
import { tablesInRule } from './tables-in-rule.ts'

export interface RuleDraft extends Pick<SourceDraft, 'source' | 'description'> {
  /** Title for a source that does not parse. It is refused without one. */
  readonly titleOfBroken?: string
}

export interface RuleSaver extends Author {
  /** Version whose source is restored. */
  readonly restoredFrom?: number
}

export type RuleKind = Kind<StoredRule, RuleDraft, RuleSaver>

export interface RuleKindDeps extends KindDeps {
  readonly replicas: { readonly rules: Replica<StoredRule> }
  readonly versions: Pick<RuleVersions, 'saving' | 'deleting'>
  readonly published: Pick<PublishedPipelines, 'publish'>
  readonly parser: Pick<SourceParser, 'rule'>
  readonly rights: Pick<RuleRights, 'requireRule'>
  readonly metrics: Pick<Metrics, 'remove'>
  readonly clock: Clock
}

/** A change is in effect for later messages when its promise resolves. */
export function ruleKind(deps: RuleKindDeps): RuleKind {
  const { settings, replicas, versions, published, parser, rights, metrics, clock } = deps
  const switches = settings.collection(ruleSwitchCollection)
  const replica = replicas.rules
  const kind: RuleKind = entityKind<StoredRule, RuleDraft, RuleSaver, PackData>(deps, {
    collection: ruleCollection,
    replica,
    titleOf: ({ title }) => title,
    isOneByOne: true,
    sorted: (rules) => rules.toSorted((a, b) => (a.title < b.title ? -1 : 1)),
    async read({ source, description, titleOfBroken }, { id, before, by }) {
      const read = await parser.rule(source, runOf(by), titleOfBroken)
      if (before?.source !== source) await rights.requireRule(read, by)
      const now = clock.now().toISOString()
      const facts = { title: read.title, description: description ?? null, source, modified_at: now }
      const rule = { id, created_at: now, ...before, ...facts, version: (before?.version ?? 0) + 1 }
      await replica.fresh()
      requireRoom('rules', rule, replica.list())
      return rule
    },
    async beside(change) {
      if (change.action === 'delete') {
        const { id } = change.before
        return [switches.deleting(id), ...(await versions.deleting(id))]
      }
      const { caller, restoredFrom = null } = change.by
      return versions.saving(change.after, { username: caller.username, restoredFrom })
    },
    async takeEffect(change) {
      await published.publish()
      if (change.action === 'delete') metrics.remove(ruleMetricPrefix(change.before.id))
    },
    notFound: ruleNotFound,
    taken: ({ title }) => ruleTitleTaken(title),
    pack: {
      ...pack,
      async requireRoom(created) {
        await replica.fresh()
        const sources = created.map(({ source }) => source)
        requireRoomForMore('rules', sources, replica.list())
      },
      removeAll: (ids) => deleteTogether(settings, kind, ids),
    },
  })
  return kind
}

const codec = shape({ title: text, description: textOrEmpty, source: text })
type PackData = Decoded<typeof codec>

export const pipelineRuleForm: EntityForm<PackData> = {
  type: { name: 'pipeline_rule', version: '1' },
  codec,
  mapReferences: (data) => data,
}

const pack: PackPart<StoredRule, RuleDraft, RuleSaver, PackData> = {
  ...pipelineRuleForm,
  permissions: permissionsOf(rules),
  fieldsElsewhere: { created_at: 'nowhere', modified_at: 'nowhere', version: 'nowhere' },
  namesUsed: ({ source }) => tablesInRule(source),
  dataOf: ({ title, description, source }) => ({ title, description: description ?? '', source }),
  standsFor(rule, { title, source }) {
    if (rule.title !== title) return false
    if (rule.source === source) return true
    throw entityDiffers(`Different pipeline rule sources for pipeline rule with name "${title}"`)
  },
  draftOf: ({ title, description, source }, _, { origin }) => ({
    ...{ description, source },
    ...(origin === 'pack' ? { titleOfBroken: title } : {}),
  }),
  by: ({ caller, signal, included }) => ({ caller, signal, created: included }),
}
