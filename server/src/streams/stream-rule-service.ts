import type { StreamRuleDraft } from '@logyard/contract/streams/stream-rules'
import type { Ids } from '../platform/ids.ts'
import type { StreamRuleContent } from './read-stream-rule.ts'
import { requireOrdinaryForRules, streamRuleNotFound } from './stream-errors.ts'
import type { StreamKind } from './stream-kind.ts'
import type { StoredStream } from './stream-store.ts'

export type StreamRules = ReturnType<typeof createStreamRules>

export function createStreamRules({
  kind,
  ids,
}: {
  readonly kind: Pick<StreamKind, 'get' | 'replace'>
  readonly ids: Ids
}) {
  const requireRule = ({ id, rules }: StoredStream, ruleId: string) => {
    const rule = rules.find((candidate) => candidate.id === ruleId)
    if (rule === undefined) throw streamRuleNotFound(id, ruleId)
    return rule
  }
  const change = (streamId: string, changed: (stream: StoredStream) => readonly StreamRuleContent[]) =>
    kind.replace(streamId, (stream) => ({ rules: changed(stream) }), undefined)

  return {
    list: async (streamId: string) => (await kind.get(streamId)).rules,
    get: async (streamId: string, ruleId: string) => requireRule(await kind.get(streamId), ruleId),
    async create(streamId: string, draft: StreamRuleDraft) {
      requireOrdinaryForRules(streamId, 'add')
      const id = ids.next()
      const changed = await change(streamId, ({ rules }) => [...rules, { ...draft, id }])
      return requireRule(changed, id)
    },
    /** Replaces everything but the id and the content pack. */
    async replace(streamId: string, ruleId: string, draft: StreamRuleDraft) {
      requireOrdinaryForRules(streamId, 'update')
      const changed = await change(streamId, (stream) => {
        const { id, content_pack } = requireRule(stream, ruleId)
        return stream.rules.map((rule) => (rule.id === id ? { ...draft, id, content_pack } : rule))
      })
      return requireRule(changed, ruleId)
    },
    async delete(streamId: string, ruleId: string) {
      requireOrdinaryForRules(streamId, 'delete')
      await change(streamId, (stream) => {
        requireRule(stream, ruleId)
        return stream.rules.filter(({ id }) => id !== ruleId)
      })
    },
  }
}
