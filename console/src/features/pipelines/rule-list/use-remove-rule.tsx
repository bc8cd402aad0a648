import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import type { RuleSource } from '@logyard/contract/pipelines/rules'
import { Text } from '@mantine/core'
import { useIntl } from 'react-intl'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { pipelinesUsing } from '../pipeline-queries.ts'
import { useDeleteRule } from '../rule-actions.ts'

/** Asks, naming the pipelines that would miss the rule, then deletes it. */
export function useRemoveRule(pipelines: readonly PipelineSource[]) {
  const t = useText()
  const rich = useRichText()
  const intl = useIntl()
  const confirm = useConfirm()
  const remove = useDeleteRule()
  return async (rule: RuleSource): Promise<void> => {
    const users = pipelinesUsing(pipelines, rule.title ?? '').map(({ title }) => `“${title ?? ''}”`)
    const isSure = await confirm({
      title: t('pipelines.rules.delete.title'),
      text: (
        <>
          <Text size="sm">
            {rich('pipelines.rules.delete.text', { title: <strong translate="no">{rule.title}</strong> })}
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
      ),
      confirmLabel: t('pipelines.rules.delete.confirm'),
      isDangerous: true,
    })
    if (isSure) remove.mutate(rule)
  }
}
