import type { TrustedHeaderConfig } from '@logyard/contract/identity/trusted-header'
import { Alert, Checkbox, TextInput } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { useSaveTrustedHeader } from '../authentication-actions.ts'
import { AuthenticationPage } from '../authentication-page.tsx'
import { trustedHeaderQuery } from '../authentication-queries.ts'

export function EditAuthenticatorsScreen() {
  const t = useText()
  return (
    <Loaded query={useQuery(trustedHeaderQuery(useCall()))}>
      {(header) => (
        <AuthenticationPage title={t('authentication.header.edit')} width="reading">
          <HeaderForm initial={header} />
        </AuthenticationPage>
      )}
    </Loaded>
  )
}

function HeaderForm({ initial }: { initial: TrustedHeaderConfig }) {
  const t = useText()
  const go = useGo()
  const back = routes.authentication.authenticators()
  const form = useEntityForm({
    isNew: false,
    initial,
    labels: { username_header: t('authentication.header.name') },
    problems: ({ username_header }) => ({
      username_header: username_header.trim() === '' && t('authentication.error.required'),
    }),
    save: useSaveTrustedHeader().mutateAsync,
    onSaved: () => go(back, { isSaved: true }),
  })
  return (
    <EntityForm form={form} label={t('authentication.header')} cancelTo={back}>
      <FormSection title={t('authentication.header')}>
        <Checkbox label={t('authentication.header.enable')} {...form.flag('enabled')} />
        <TextInput
          label={t('authentication.header.name')}
          description={t('authentication.header.name.help')}
          required
          autoComplete="off"
          {...form.text('username_header')}
        />
        <Alert color="gray" icon={<IconInfoCircle />}>
          {t('authentication.header.note')}
        </Alert>
      </FormSection>
    </EntityForm>
  )
}
