import { AUTH_SERVICE_TYPES } from '@logyard/contract/identity/auth-services'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { ChoiceList } from '../../../ui/choice-list/choice-list.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { useServiceCrumbs } from '../use-service-crumbs.ts'

/** The first step: which kind of directory. */
export function ChooseTypeScreen() {
  const t = useText()
  const go = useGo()
  return (
    <Page
      title={t('authentication.createService')}
      description={t('authentication.createService.description')}
      crumbs={useServiceCrumbs()}
    >
      <ChoiceList
        label={t('authentication.type')}
        choices={AUTH_SERVICE_TYPES.map((value) => ({
          value,
          label: t(`authentication.type.${value}`),
          help: t(`authentication.type.${value}.help`),
        }))}
        onPick={(type) => go(routes.authentication.createType(type))}
        cancelTo={routes.authentication.services()}
      />
    </Page>
  )
}
