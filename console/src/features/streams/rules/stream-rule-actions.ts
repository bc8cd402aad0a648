/** The mutations of a stream's rules, with their toasts. */
import {
  createStreamRule,
  deleteStreamRule,
  type StreamRule,
  type StreamRuleDraft,
  updateStreamRule,
} from '@logyard/contract/streams/stream-rules'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useReportedMutation } from '../../../base/toasts/use-reported-mutation.ts'
import { STREAMS_KEY } from '../stream-queries.ts'

interface SavedRule {
  readonly streamId: string
  /** Absent for a new rule. */
  readonly rule: StreamRule | undefined
  readonly draft: StreamRuleDraft
}

export function useSaveRule() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ streamId: id, rule, draft }: SavedRule) =>
      rule === undefined
        ? call(createStreamRule, { params: { id }, body: draft })
        : call(updateStreamRule, { params: { id, ruleId: rule.id }, body: draft }),
    succeeded: ({ rule }) => t(rule === undefined ? 'streams.toast.ruleCreated' : 'streams.toast.ruleUpdated'),
    failed: ({ rule }, status) =>
      rule === undefined
        ? { title: t('streams.toast.ruleCreateFailed.title'), text: t('streams.toast.ruleCreateFailed', { status }) }
        : { title: t('streams.toast.ruleUpdateFailed.title'), text: t('streams.toast.ruleUpdateFailed', { status }) },
    changes: [STREAMS_KEY],
  })
}

export function useDeleteRule() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id: ruleId, stream_id: id }: StreamRule) => call(deleteStreamRule, { params: { id, ruleId } }),
    succeeded: () => t('streams.toast.ruleDeleted'),
    failed: (_, status) => ({
      title: t('streams.toast.ruleDeleteFailed.title'),
      text: t('streams.toast.ruleDeleteFailed', { status }),
    }),
    changes: [STREAMS_KEY],
  })
}
