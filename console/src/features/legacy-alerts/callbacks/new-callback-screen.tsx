import { useQuery } from '@tanstack/react-query'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { ChooseType } from '../choose-type.tsx'
import { LegacyOff } from '../legacy-page.tsx'
import { callbackTypesQuery } from '../legacy-queries.ts'
import { CallbackDialog, type CallbackSubject } from './callback-form.tsx'

/** A stream, a type, then the form of that type. */
export function NewCallbackScreen() {
  const t = useText()
  const go = useGo()
  const types = useQuery(callbackTypesQuery(useCall())).data ?? {}
  const { open, ...dialog } = useFormDialog<CallbackSubject>()
  const texts = {
    type: t('legacyAlerts.callbacks.type'),
    placeholder: t('legacyAlerts.callbacks.type.placeholder'),
    add: t('legacyAlerts.callbacks.add'),
  }
  return (
    <Page
      title={t('legacyAlerts.callbacks.addNew')}
      crumbs={[
        { label: t('legacyAlerts.area'), to: routes.legacyAlerts.list() },
        { label: t('legacyAlerts.callbacks'), to: routes.legacyAlerts.notifications() },
      ]}
      width="reading"
    >
      <LegacyOff />
      <ChooseType
        types={types}
        texts={texts}
        onAdd={(streamId, typeName, type) => open({ streamId, typeName, type })}
      />
      <CallbackDialog {...dialog} onSaved={() => go(routes.legacyAlerts.notifications())} />
    </Page>
  )
}
