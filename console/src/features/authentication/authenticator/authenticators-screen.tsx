import { updateTrustedHeaderConfig } from '@logyard/contract/identity/trusted-header'
import { useQuery } from '@tanstack/react-query'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { AuthenticationPage } from '../authentication-page.tsx'
import { trustedHeaderQuery } from '../authentication-queries.ts'

export function AuthenticatorsScreen() {
  const t = useText()
  const header = useQuery(trustedHeaderQuery(useCall()))
  const mayEdit = useMay()(updateTrustedHeaderConfig)
  useFailureToast(header.error, 'authentication.header.toast.loadFailed')
  return (
    <Loaded query={header}>
      {({ enabled, username_header }) => (
        <AuthenticationPage
          title={t('authentication.authenticators.title')}
          description={t('authentication.authenticators.description')}
          width="reading"
          action={
            mayEdit && (
              <LinkButton to={routes.authentication.authenticatorsEdit()}>{t('authentication.header.edit')}</LinkButton>
            )
          }
        >
          <FormSection title={t('authentication.header')}>
            <DefinitionList
              items={[
                { label: t('authentication.header.enabled'), value: enabled },
                { label: t('authentication.header.name'), value: username_header },
              ]}
            />
          </FormSection>
        </AuthenticationPage>
      )}
    </Loaded>
  )
}
