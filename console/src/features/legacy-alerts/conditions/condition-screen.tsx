import { type AlertCondition, updateAlertCondition } from '@logyard/contract/legacy-alerts/alert-conditions'
import { Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useGo, useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { RowActionsMenu } from '../../../ui/menu/row-actions-menu.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { CallbackList } from '../callbacks/callback-list.tsx'
import { LegacyOff } from '../legacy-page.tsx'
import { conditionQuery, conditionTypesQuery } from '../legacy-queries.ts'
import { useStreamTitles } from '../use-stream-titles.ts'
import { ConditionDialog, type ConditionSubject } from './condition-form.tsx'
import { useConditionSummary } from './condition-summary.ts'
import { TestDialog } from './test-condition.tsx'
import { useConditionActions } from './use-condition-actions.tsx'

export function ConditionScreen() {
  const { streamId, conditionId } = useRouteParams(routes.legacyAlerts.condition)
  return (
    <Loaded query={useQuery(conditionQuery(useCall(), streamId, conditionId))} isPageEntity>
      {(condition) => <ConditionPage condition={condition} />}
    </Loaded>
  )
}

/** A condition, and the notifications of its stream. */
function ConditionPage({ condition }: { readonly condition: AlertCondition }) {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const types = useQuery(conditionTypesQuery(useCall())).data ?? {}
  const summary = useConditionSummary()(condition)
  const [isTested, setIsTested] = useState(false)
  const { open, ...dialog } = useFormDialog<ConditionSubject>()
  const actions = useConditionActions({
    types,
    onTest: () => setIsTested(true),
    onEdit: open,
    onDeleted: () => go(routes.legacyAlerts.conditions()),
  })(condition)
  const title = condition.title ?? t('legacyAlerts.untitled')
  const { stream_id: streamId } = condition
  return (
    <Page
      title={t('legacyAlerts.condition')}
      subject={title}
      crumbs={[
        { label: t('legacyAlerts.area'), to: routes.legacyAlerts.list() },
        { label: t('legacyAlerts.conditions'), to: routes.legacyAlerts.conditions() },
      ]}
      action={<Group gap="sm">{actions.length > 0 && <RowActionsMenu name={title} actions={actions} />}</Group>}
    >
      <LegacyOff />
      <Stack gap="lg">
        <FormSection title={t('legacyAlerts.conditions.facts')}>
          <DefinitionList
            items={[
              { label: t('legacyAlerts.column.stream'), value: useStreamTitles()(streamId) },
              { label: t('legacyAlerts.column.type'), value: types[condition.type]?.name ?? condition.type },
              {
                label: t('legacyAlerts.column.summary'),
                value: <span>{summary ?? t('legacyAlerts.unknownType')}</span>,
              },
              { label: t('legacyAlerts.inGrace'), value: condition.in_grace },
            ]}
          />
        </FormSection>
        <FormSection
          title={t('legacyAlerts.callbacks')}
          description={<Text inherit>{t('legacyAlerts.callbacks.ofStream')}</Text>}
          action={
            may(updateAlertCondition, { id: streamId }) && (
              <LinkButton
                size="xs"
                variant="default"
                leftSection={<IconPlus size={14} />}
                to={routes.legacyAlerts.notificationNew({ stream_id: streamId })}
              >
                {t('legacyAlerts.callbacks.addNew')}
              </LinkButton>
            )
          }
        >
          <CallbackList streamId={streamId} />
        </FormSection>
      </Stack>
      <ConditionDialog {...dialog} />
      {isTested && <TestDialog condition={condition} onClose={() => setIsTested(false)} />}
    </Page>
  )
}
