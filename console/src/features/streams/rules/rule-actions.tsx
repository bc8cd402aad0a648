/** The changes of a stream's rules. */
import {
  createStreamRule,
  deleteStreamRule,
  type StreamRule,
  type StreamRuleDraft,
  updateStreamRule,
} from '@logyard/contract/streams/stream-rules'
import { Text } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { useAction, useAskedAction } from '../../../ui/action/use-action.ts'
import { STREAMS_KEY } from '../stream-queries.ts'
import { RuleSentence } from './rule-sentence.tsx'

const CHANGED = [STREAMS_KEY] as const

/** Creates a rule, or replaces the given one. */
export const useSaveRule = (id: string, rule: StreamRule | undefined) =>
  useAction<StreamRuleDraft, unknown>({
    run: (call, body) =>
      rule === undefined
        ? call(createStreamRule, { params: { id }, body })
        : call(updateStreamRule, { params: { id, ruleId: rule.id }, body }),
    texts: rule === undefined ? 'streams.toast.createRule' : 'streams.toast.updateRule',
    changes: CHANGED,
  })

export function useDeleteRule() {
  const t = useText()
  return useAskedAction({
    run: (call, { id: ruleId, stream_id: id }: StreamRule) => call(deleteStreamRule, { params: { id, ruleId } }),
    texts: 'streams.toast.deleteRule',
    question: 'streams.rule.delete',
    questionText: (rule) => (
      <>
        <Text size="sm" mb="xs">
          {t('streams.rule.delete.text')}
        </Text>
        <RuleSentence rule={rule} />
      </>
    ),
    confirmLabel: 'streams.rule.delete',
    changes: CHANGED,
  })
}
