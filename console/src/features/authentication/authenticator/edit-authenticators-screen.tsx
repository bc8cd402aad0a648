import type { TrustedHeaderConfig } from '@logyard/contract/identity/trusted-header'
import { Alert, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useLeaveGuard } from '../../../ui/confirm/use-leave-guard.ts'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loading } from '../../../ui/page/loading.tsx'
import { useSaveTrustedHeader } from '../authentication-actions.ts'
import { AuthenticationPage } from '../authentication-page.tsx'
import { trustedHeaderQuery } from '../authentication-queries.ts'

export function EditAuthenticatorsScreen() {
  const t = useText()
  const header = useQuery(trustedHeaderQuery(useCall()))
  if (header.isPending) return <Loading />
  if (header.isError) return <LoadFailed error={header.error} onRetry={header.refetch} />
  return (
    <AuthenticationPage title={t('authentication.header.edit')} width="reading">
      <HeaderForm initial={header.data} />
    </AuthenticationPage>
  )
}

function HeaderForm({ initial }: { initial: TrustedHeaderConfig }) {
  const t = useText()
  const go = useGo()
  const save = useSaveTrustedHeader()
  const form = useForm<TrustedHeaderConfig>({
    initialValues: initial,
    validate: ({ username_header }) =>
      username_header.trim() === '' ? { username_header: t('authentication.error.required') } : {},
  })
  useLeaveGuard(form.isDirty())
  const submit = form.onSubmit((values) =>
    save.mutate(values, { onSuccess: () => go(routes.authentication.authenticators(), { isSaved: true }) }),
  )
  return (
    <form onSubmit={submit} noValidate aria-label={t('authentication.header')}>
      <FormSection title={t('authentication.header')}>
        <Stack gap="md">
          <Checkbox
            label={t('authentication.header.enable')}
            {...form.getInputProps('enabled', { type: 'checkbox' })}
          />
          <TextInput
            label={t('authentication.header.name')}
            description={t('authentication.header.name.help')}
            required
            autoComplete="off"
            {...form.getInputProps('username_header')}
          />
          <Alert variant="light" color="gray" icon={<IconInfoCircle />}>
            {t('authentication.header.note')}
          </Alert>
          <Group>
            <SaveButton label={t('authentication.header.save')} isSaving={save.isPending} />
            <LinkButton variant="default" to={routes.authentication.authenticators()}>
              {t('ui.cancel')}
            </LinkButton>
          </Group>
        </Stack>
      </FormSection>
    </form>
  )
}
