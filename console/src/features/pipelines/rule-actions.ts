/** The mutations of rules, with their toasts. */
import { switchRule } from '@logyard/contract/pipelines/rule-switches'
import { restoreRuleVersion } from '@logyard/contract/pipelines/rule-versions'
import {
  createRule,
  deleteRule,
  type RuleMetricsConfig,
  type RuleSource,
  setRuleMetricsConfig,
  updateRule,
} from '@logyard/contract/pipelines/rules'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import { METRICS_CONFIG_KEY, RULES_KEY } from './pipeline-queries.ts'

interface RuleToSave {
  readonly title: string
  readonly description: string
  readonly source: string
}

export function useCreateRule() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ description, source }: RuleToSave) => call(createRule, { body: { description, source } }),
    succeeded: (_, { title }) => t('pipelines.toast.ruleCreated', { title: title ?? '' }),
    failed: ({ title }, status) => ({
      title: t('pipelines.toast.ruleCreateFailed.title', { title }),
      text: t('pipelines.toast.ruleCreateFailed', { status }),
    }),
    changes: [RULES_KEY],
  })
}

export function useUpdateRule(id: string) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ description, source }: RuleToSave) => call(updateRule, { params: { id }, body: { description, source } }),
    succeeded: (_, { title }) => t('pipelines.toast.ruleUpdated', { title: title ?? '' }),
    failed: ({ title }, status) => ({
      title: t('pipelines.toast.ruleUpdateFailed.title', { title }),
      text: t('pipelines.toast.ruleUpdateFailed', { status }),
    }),
    changes: [RULES_KEY],
  })
}

export function useDeleteRule() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id }: RuleSource) => call(deleteRule, { params: { id: id ?? '' } }),
    succeeded: ({ title }) => t('pipelines.toast.ruleDeleted', { title: title ?? '' }),
    failed: ({ title }, status) => ({
      title: t('pipelines.toast.ruleDeleteFailed.title', { title: title ?? '' }),
      text: t('pipelines.toast.ruleDeleteFailed', { status }),
    }),
    changes: [RULES_KEY],
  })
}

interface RuleSwitching {
  readonly rule: RuleSource
  readonly isOn: boolean
}

export function useSwitchRule() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ rule, isOn }: RuleSwitching) =>
      call(switchRule, { params: { ruleId: rule.id ?? '' }, body: { is_on: isOn } }),
    succeeded: ({ rule, isOn }) =>
      t(isOn ? 'pipelines.toast.ruleSwitchedOn' : 'pipelines.toast.ruleSwitchedOff', { title: rule.title ?? '' }),
    failed: ({ rule }, status) => ({
      title: t('pipelines.toast.ruleSwitchFailed.title', { title: rule.title ?? '' }),
      text: t('pipelines.toast.ruleSwitchFailed', { status }),
    }),
    changes: [RULES_KEY],
  })
}

export function useRestoreVersion(ruleId: string) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (version: number) => call(restoreRuleVersion, { params: { ruleId, version } }),
    succeeded: (version) => t('pipelines.toast.versionRestored', { version }),
    failed: (version, status) => ({
      title: t('pipelines.toast.versionRestoreFailed.title', { version }),
      text: t('pipelines.toast.versionRestoreFailed', { status }),
    }),
    changes: [RULES_KEY],
  })
}

export function useSetMetricsConfig() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (body: RuleMetricsConfig) => call(setRuleMetricsConfig, { body }),
    succeeded: () => t('pipelines.toast.metricsUpdated'),
    failed: (_, status) => ({
      title: t('pipelines.toast.metricsUpdateFailed.title'),
      text: t('pipelines.toast.metricsUpdateFailed', { status }),
    }),
    changes: [METRICS_CONFIG_KEY],
  })
}
