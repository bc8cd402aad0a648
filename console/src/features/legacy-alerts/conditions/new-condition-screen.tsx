import { useQuery } from '@tanstack/react-query'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { ChooseType } from '../choose-type.tsx'
import { LegacyOff } from '../legacy-page.tsx'
import { conditionTypesQuery } from '../legacy-queries.ts'
import { ConditionDialog, type ConditionSubject } from './condition-form.tsx'

/** A stream, a type, then the form of that type. */
export function NewConditionScreen() {
  const t = useText()
  const go = useGo()
  const types = useQuery(conditionTypesQuery(useCall())).data ?? {}
  const { open, ...dialog } = useFormDialog<ConditionSubject>()
  const texts = {
    type: t('legacyAlerts.conditions.type'),
    placeholder: t('legacyAlerts.conditions.type.placeholder'),
    add: t('legacyAlerts.conditions.add'),
  }
  return (
    <Page
      title={t('legacyAlerts.conditions.addNew')}
      crumbs={[
        { label: t('legacyAlerts.area'), to: routes.legacyAlerts.list() },
        { label: t('legacyAlerts.conditions'), to: routes.legacyAlerts.conditions() },
      ]}
      width="reading"
    >
      <LegacyOff />
      <ChooseType
        types={types}
        texts={texts}
        describe={(type) => type.human_name}
        onAdd={(streamId, _, type) => open({ streamId, type })}
      />
      <ConditionDialog
        {...dialog}
        onSaved={(streamId, conditionId) => go(routes.legacyAlerts.condition(streamId, conditionId))}
      />
    </Page>
  )
}
