import type { StreamRuleDraft } from '@logyard/contract/streams/stream-rules'
import type { Ids } from '../platform/ids.ts'
import { readRule } from './read-rule.ts'
import { requireOrdinaryForRules, ruleNotFound } from './stream-errors.ts'
import type { StoredRule, StoredStream } from './stream-store.ts'

export interface StreamRules {
  list(streamId: string): Promise<readonly StoredRule[]>
  get(streamId: string, ruleId: string): Promise<StoredRule>
  create(streamId: string, draft: StreamRuleDraft): Promise<StoredRule>
  /** The whole rule, but for its id and where it came from. */
  replace(streamId: string, ruleId: string, draft: StreamRuleDraft): Promise<StoredRule>
  delete(streamId: string, ruleId: string): Promise<void>
}

export function createStreamRules(deps: {
  readonly ids: Ids
  readonly get: (streamId: string) => Promise<StoredStream>
  /** Throws when there is no such stream, and takes the change into effect. */
  readonly change: (streamId: string, change: (stream: StoredStream) => StoredStream) => Promise<StoredStream>
}): StreamRules {
  const { ids, get, change } = deps

  const requireRule = ({ id, rules }: StoredStream, ruleId: string) => {
    const rule = rules.find((candidate) => candidate.id === ruleId)
    if (rule === undefined) throw ruleNotFound(id, ruleId)
    return rule
  }

  return {
    list: async (streamId) => (await get(streamId)).rules,
    get: async (streamId, ruleId) => requireRule(await get(streamId), ruleId),
    async create(streamId, draft) {
      requireOrdinaryForRules(streamId, 'add')
      await get(streamId)
      const rule = readRule(draft, ids.next())
      await change(streamId, (stream) => ({ ...stream, rules: [...stream.rules, rule] }))
      return rule
    },
    async replace(streamId, ruleId, draft) {
      requireOrdinaryForRules(streamId, 'update')
      requireRule(await get(streamId), ruleId)
      const read = readRule(draft, ruleId)
      const changed = await change(streamId, (stream) => {
        const rule = { ...read, content_pack: requireRule(stream, ruleId).content_pack }
        return { ...stream, rules: stream.rules.map((candidate) => (candidate.id === ruleId ? rule : candidate)) }
      })
      return requireRule(changed, ruleId)
    },
    async delete(streamId, ruleId) {
      requireOrdinaryForRules(streamId, 'delete')
      await change(streamId, (stream) => {
        requireRule(stream, ruleId)
        return { ...stream, rules: stream.rules.filter(({ id }) => id !== ruleId) }
      })
    },
  }
}
