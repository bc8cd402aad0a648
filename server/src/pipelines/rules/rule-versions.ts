/** The versions of rules: each save stores one, and deletes the oldest beyond a limit. */
import { MAX_RULE_VERSIONS } from '@logyard/contract/pipelines/rule-versions'
import { ruleVersionNotFound } from '../pipeline-errors.ts'
import type { RuleVersionStore, StoredRule, StoredRuleVersion } from './rule-store.ts'

/** Characters of the sources of one rule. The newest version stays, however long it is. */
const MAX_VERSION_CHARACTERS = 1_000_000

export type RuleVersions = ReturnType<typeof createRuleVersions>

export interface SavedBy {
  readonly username: string
  readonly restoredFrom: number | null
}

export function createRuleVersions({ store }: { readonly store: RuleVersionStore }) {
  /** Newest first. */
  async function list(ruleId: string): Promise<readonly StoredRuleVersion[]> {
    return (await store.listBy('rule', ruleId)).toSorted((a, b) => b.version - a.version)
  }
  return {
    list,
    async get(ruleId: string, version: number) {
      const found = await store.find(idOf(ruleId, version))
      if (found === undefined) throw ruleVersionNotFound(ruleId, version)
      return found
    },
    /** Has to be committed with the rule. */
    async saving(rule: StoredRule, { username, restoredFrom }: SavedBy) {
      const saved: StoredRuleVersion = {
        id: idOf(rule.id, rule.version),
        rule_id: rule.id,
        version: rule.version,
        saved_at: rule.modified_at,
        username,
        title: rule.title,
        description: rule.description,
        source: rule.source,
        restored_from: restoredFrom,
      }
      const surplus = beyondLimit([saved, ...(await list(rule.id))])
      return [store.inserting(saved), ...surplus.map(({ id }) => store.deleting(id))]
    },
    /** Has to be committed with the deletion of the rule. */
    deleting: async (ruleId: string) => (await store.listBy('rule', ruleId)).map(({ id }) => store.deleting(id)),
  }
}

const idOf = (ruleId: string, version: number) => `${ruleId}-${version}`

function beyondLimit(newestFirst: readonly StoredRuleVersion[]): readonly StoredRuleVersion[] {
  let characters = 0
  const end = newestFirst.findIndex(({ source }, at) => {
    characters += source.length
    return at >= MAX_RULE_VERSIONS || (at > 0 && characters > MAX_VERSION_CHARACTERS)
  })
  return end === -1 ? [] : newestFirst.slice(end)
}
