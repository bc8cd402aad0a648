/**
 * Rules run in the name of the server, on every message of the streams that their pipelines are connected to. So the
 * permissions for all that they reach are checked when they get there: when a rule or a pipeline is saved or connected.
 */
import type { RuleAuthor, RuleRights } from './needs/author-rights.ts'
import type { NeededObject, RuleNeed } from './needs/rule-need.ts'
import { connectedStreamHidden, ruleNeedsHidden, ruleNeedsPermission } from './pipeline-errors.ts'
import type { PipelineReplicas } from './publish-pipelines.ts'
import type { StoredRule } from './rules/rule-store.ts'
import type { SourceParser } from './sources/source-parser.ts'

export interface RuleRightsDeps {
  readonly replicas: Pick<PipelineReplicas, 'rules' | 'pipelines' | 'connections'>
  readonly parser: Pick<SourceParser, 'rules' | 'pipelines'>
  /** The id of the stored lookup table of this name. */
  readonly tableId: (name: string) => Promise<string | undefined>
  readonly streams: () => readonly { readonly id: string; readonly title: string }[]
}

export function createRuleRights(deps: RuleRightsDeps): RuleRights {
  const { replicas, parser } = deps

  /** Nobody learns of a stream that they may not read. */
  async function requireStreams(pipelineIds: ReadonlySet<string>, { caller }: RuleAuthor): Promise<void> {
    await replicas.connections.fresh()
    // Connections outlive their streams.
    const existing = new Set(deps.streams().map(({ id }) => id))
    for (const { stream_id, pipeline_ids } of replicas.connections.list()) {
      const isReached = existing.has(stream_id) && pipeline_ids.some((id) => pipelineIds.has(id))
      if (isReached && !caller.holds(`streams:read:${stream_id}`)) throw connectedStreamHidden()
    }
  }

  async function pipelinesWith(title: string): Promise<ReadonlySet<string>> {
    await replicas.pipelines.fresh()
    const stored = replicas.pipelines.list()
    const parsed = await parser.pipelines(stored)
    const names = (at: number) => parsed[at]?.stages.some(({ rules }) => rules.includes(title)) === true
    return new Set(stored.filter((_, at) => names(at)).map(({ id }) => id))
  }

  return {
    async requireRule({ title, needs }, by) {
      for (const need of needs) {
        if (!(await isMet(deps, need, by))) throw ruleNeedsPermission(title, need.permission, described(need))
      }
      await requireStreams(await pipelinesWith(title), by)
    },
    async requireRules(titles, by) {
      await replicas.rules.fresh()
      const rules = [...new Set(titles)].flatMap((title) => replicas.rules.listBy('title', title))
      const parsed = await parser.rules(rules)
      for (const [at, rule] of rules.entries()) await requireStored(deps, rule, parsed[at]?.needs ?? [], by)
    },
    requireConnected: (pipelineId, by) => requireStreams(new Set([pipelineId]), by),
  }
}

/** An author who may not read the rule learns nothing of what it names. */
async function requireStored(
  deps: RuleRightsDeps,
  { id, title }: StoredRule,
  needs: readonly RuleNeed[],
  by: RuleAuthor,
): Promise<void> {
  for (const need of needs) {
    if (await isMet(deps, need, by)) continue
    if (!by.caller.holds(`pipeline_rule:read:${id}`)) throw ruleNeedsHidden(title)
    throw ruleNeedsPermission(title, need.permission, described(need))
  }
}

async function isMet(deps: RuleRightsDeps, { permission, object }: RuleNeed, by: RuleAuthor): Promise<boolean> {
  const ids = object === undefined ? [] : await idsOf(deps, object)
  if (ids.length > 0) return ids.every((id) => by.caller.holds(`${permission}:${id}`))
  // Somebody else may give the name to any object later.
  return isCreated(object, by) || by.caller.holds(`${permission}:*`)
}

async function idsOf({ tableId, streams }: RuleRightsDeps, { kind, name }: NeededObject): Promise<readonly string[]> {
  switch (kind) {
    case 'stream-id':
      return [name]
    case 'stream-title':
      return streams().flatMap(({ id, title }) => (title === name ? [id] : []))
    case 'table': {
      const id = await tableId(name)
      return id === undefined ? [] : [id]
    }
    default:
      return kind satisfies never
  }
}

function isCreated(object: NeededObject | undefined, { created }: RuleAuthor): boolean {
  if (object === undefined || created === undefined) return false
  if (object.kind === 'table') return created.tables.has(object.name)
  return object.kind === 'stream-title' && created.streams.has(object.name)
}

/** The same whether the object exists or not. */
function described({ permission, object }: RuleNeed): string {
  const isTable = permission !== 'streams:edit'
  if (object === undefined) return `all ${isTable ? 'lookup tables' : 'streams'}, because the rule computes a name`
  return `the ${isTable ? 'lookup table' : 'stream'} "${object.name}"`
}
