import type { StreamRuleDraft } from '@logyard/contract/streams/stream-rules'
import type { Ids } from '../platform/ids.ts'
import { readStreamRule } from './read-stream-rule.ts'
import { requireOrdinaryForRules, streamRuleNotFound } from './stream-errors.ts'
import type { StoredStream, StoredStreamRule } from './stream-store.ts'

export interface StreamRules {
  list(streamId: string): Promise<readonly StoredStreamRule[]>
  get(streamId: string, ruleId: string): Promise<StoredStreamRule>
  create(streamId: string, draft: StreamRuleDraft): Promise<StoredStreamRule>
  /** Replaces everything but the id and the content pack. */
  replace(streamId: string, ruleId: string, draft: StreamRuleDraft): Promise<StoredStreamRule>
  delete(streamId: string, ruleId: string): Promise<void>
}

export function createStreamRules(deps: {
  readonly ids: Ids
  readonly get: (streamId: string) => Promise<StoredStream>
  /** Throws if the stream does not exist. The change is in effect when it resolves. */
  readonly change: (streamId: string, change: (stream: StoredStream) => StoredStream) => Promise<StoredStream>
}): StreamRules {
  const { ids, get, change } = deps

  const requireRule = ({ id, rules }: StoredStream, ruleId: string) => {
    const rule = rules.find((candidate) => candidate.id === ruleId)
    if (rule === undefined) throw streamRuleNotFound(id, ruleId)
    return rule
  }

  return {
    list: async (streamId) => (await get(streamId)).rules,
    get: async (streamId, ruleId) => requireRule(await get(streamId), ruleId),
    async create(streamId, draft) {
      requireOrdinaryForRules(streamId, 'add')
      await get(streamId)
      const rule = readStreamRule(draft, ids.next())
      await change(streamId, (stream) => ({ ...stream, rules: [...stream.rules, rule] }))
      return rule
    },
    async replace(streamId, ruleId, draft) {
      requireOrdinaryForRules(streamId, 'update')
      requireRule(await get(streamId), ruleId)
      const read = readStreamRule(draft, ruleId)
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
