/** The changes of rules. */
import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { switchRule } from '@logyard/contract/pipelines/rule-switches'
import { restoreRuleVersion } from '@logyard/contract/pipelines/rule-versions'
import {
  deleteRule,
  type RuleMetricsConfig,
  type RuleSource,
  setRuleMetricsConfig,
} from '@logyard/contract/pipelines/rules'
import { Text } from '@mantine/core'
import { useIntl } from 'react-intl'
import { useRichText } from '../../base/text/text.tsx'
import { useAction, useAskedAction } from '../../ui/action/use-action.ts'
import { METRICS_CONFIG_KEY, pipelinesUsing, RULES_KEY } from './pipeline-queries.ts'

/** Deletes a rule. The question names the pipelines that would miss it. */
export function useDeleteRule(pipelines: readonly PipelineSource[]) {
  const rich = useRichText()
  const intl = useIntl()
  return useAskedAction({
    run: (call, { id }: RuleSource) => call(deleteRule, { params: { id: id ?? '' } }),
    texts: 'pipelines.toast.ruleDelete',
    question: 'pipelines.rules.delete',
    questionText({ title }) {
      const users = pipelinesUsing(pipelines, title ?? '').map((pipeline) => `“${pipeline.title ?? ''}”`)
      return (
        <>
          <Text size="sm">
            {rich('pipelines.rules.delete.text', { title: <strong translate="no">{title}</strong> })}
          </Text>
          {users.length > 0 && (
            <Text size="sm" mt="xs">
              {rich('pipelines.rules.delete.usedIn', {
                count: users.length,
                pipelines: <span translate="no">{intl.formatList(users)}</span>,
              })}
            </Text>
          )}
        </>
      )
    },
    values: ({ title }) => ({ title: title ?? '' }),
    changes: [RULES_KEY],
  })
}

export const useSwitchRule = (isOn: boolean) =>
  useAction({
    run: (call, { id }: RuleSource) => call(switchRule, { params: { ruleId: id ?? '' }, body: { is_on: isOn } }),
    texts: 'pipelines.toast.ruleSwitch',
    done: isOn ? 'pipelines.toast.ruleSwitchedOn' : 'pipelines.toast.ruleSwitchedOff',
    values: ({ title }) => ({ title: title ?? '' }),
    changes: [RULES_KEY],
  })

export const useRestoreVersion = (ruleId: string, onRestored: (rule: RuleSource) => void) =>
  useAskedAction({
    run: async (call, version: number) => onRestored(await call(restoreRuleVersion, { params: { ruleId, version } })),
    texts: 'pipelines.toast.versionRestore',
    question: 'pipelines.versions.restore',
    isHarmless: true,
    values: (version) => ({ version }),
    changes: [RULES_KEY],
  })

export const useSetMetricsConfig = () =>
  useAction({
    run: (call, body: RuleMetricsConfig) => call(setRuleMetricsConfig, { body }),
    texts: 'pipelines.toast.metricsUpdate',
    changes: [METRICS_CONFIG_KEY],
  })
