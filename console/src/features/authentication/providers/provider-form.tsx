import { testOidcProvider } from '@logyard/contract/identity/oidc'
import type { AuthzRole } from '@logyard/contract/identity/roles'
import { Grid, Group, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { statusText } from '../../../api/api-error.ts'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useLeaveGuard } from '../../../ui/confirm/use-leave-guard.ts'
import { fieldLabels, inWords, type OwnField } from '../../../ui/fields/field-texts.ts'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { FormErrors } from '../../../ui/form/form-errors.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { FormFields } from '../form-fields.tsx'
import { RolesSelect } from '../wizard/roles-select.tsx'
import { ClaimRoles } from './claim-roles.tsx'
import { ConnectionTest } from './connection-test.tsx'
import { useSaveProvider } from './provider-actions.tsx'
import {
  draftOfProvider,
  fieldOfProvider,
  type ProviderFormState,
  type ProviderValues,
  problemsOfProvider,
} from './provider-values.ts'
import { PROVIDER_TITLE, REGISTRATION, RegistrationSection } from './registration-section.tsx'

interface ProviderFormProps {
  /** Undefined for a new provider. */
  readonly id: string | undefined
  readonly initial: ProviderValues
  readonly roles: readonly AuthzRole[]
  readonly hasSecret: boolean
  readonly redirectBase: string | null
  readonly logoutBase: string | null
}

export function ProviderForm({ id, initial, roles, hasSecret, redirectBase, logoutBase }: ProviderFormProps) {
  const t = useText()
  const form = useForm<ProviderValues>({
    initialValues: initial,
    validate: (values) => problemsOfProvider(t, values),
  })
  useLeaveGuard(form.isDirty())
  const { submit, isSaving, error } = useSubmit(id, form)
  const mayTest = useMay()(testOidcProvider)
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <form onSubmit={submit} noValidate aria-label={t('authentication.provider')}>
          <RegistrationSection
            form={form}
            isNew={id === undefined}
            hasSecret={hasSecret}
            redirectBase={redirectBase}
            logoutBase={logoutBase}
          />
          <PeopleSection form={form} />
          <RolesSection form={form} roles={roles} />
          <Stack mt="md" gap="md">
            <FormErrors
              errors={form.errors}
              labels={labelsOf(t)}
              general={
                error === undefined
                  ? undefined
                  : { title: t('authentication.provider.saveFailed'), text: statusText(error) }
              }
            />
            <Group>
              <SaveButton label={t('authentication.provider.save')} isSaving={isSaving} />
              <LinkButton variant="default" to={routes.authentication.providers()}>
                {t('ui.cancel')}
              </LinkButton>
            </Group>
          </Stack>
        </form>
      </Grid.Col>
      {mayTest && (
        <Grid.Col span={{ base: 12, md: 4 }}>
          <ConnectionTest issuer={form.values.issuer} />
        </Grid.Col>
      )}
    </Grid>
  )
}

const PEOPLE: readonly OwnField[] = [
  {
    kind: 'text',
    name: 'usernameClaim',
    label: 'authentication.provider.usernameClaim',
    help: 'authentication.provider.usernameClaim.help',
  },
  { kind: 'text', name: 'fullNameClaim', label: 'authentication.provider.fullNameClaim' },
  { kind: 'text', name: 'emailClaim', label: 'authentication.provider.emailClaim' },
  {
    kind: 'list',
    name: 'emailDomains',
    label: 'authentication.provider.emailDomains',
    help: 'authentication.provider.emailDomains.help',
    options: [],
    is_open: true,
    placeholder: '',
    is_optional: true,
  },
  {
    kind: 'text',
    name: 'requiredClaim',
    label: 'authentication.provider.requiredClaim',
    is_narrow: true,
    is_optional: true,
  },
  {
    kind: 'text',
    name: 'requiredValue',
    label: 'authentication.provider.requiredValue',
    is_narrow: true,
    is_optional: true,
  },
  {
    kind: 'flag',
    name: 'signsOut',
    label: 'authentication.provider.signsOut',
    help: 'authentication.provider.signsOut.help',
  },
]

function PeopleSection({ form }: { form: ProviderFormState }) {
  const t = useText()
  return (
    <FormSection
      title={t('authentication.provider.people')}
      description={t('authentication.provider.people.description')}
    >
      <FormFields form={form} fields={PEOPLE} />
      <Textarea
        label={t('authentication.descriptionOptional')}
        autosize
        minRows={2}
        {...form.getInputProps('description')}
      />
    </FormSection>
  )
}

function RolesSection({ form, roles }: { form: ProviderFormState; roles: readonly AuthzRole[] }) {
  const t = useText()
  return (
    <FormSection title={t('authentication.roles')} description={t('authentication.provider.mapping.help')}>
      <RolesSelect
        label={t('authentication.defaultRoles')}
        description={t('authentication.provider.defaultRoles.help')}
        roles={roles}
        value={form.values.defaultRoles}
        onChange={(ids) => form.setFieldValue('defaultRoles', ids)}
      />
      <ClaimRoles form={form} roles={roles} />
    </FormSection>
  )
}

function useSubmit(id: string | undefined, form: ProviderFormState) {
  const t = useText()
  const go = useGo()
  const save = useSaveProvider(id)
  async function run(values: ProviderValues) {
    try {
      await save.mutateAsync({ newId: values.id, draft: draftOfProvider(values) })
    } catch (error) {
      const named = Object.entries(apiFieldErrors(error) ?? {}).map(
        ([name, text]) => [fieldOfProvider(name), t('authentication.error.server', { text })] as const,
      )
      form.setErrors(Object.fromEntries(named))
      return
    }
    go(routes.authentication.providers(), { isSaved: true })
  }
  const isNamed = save.error !== null && apiFieldErrors(save.error) !== undefined
  return {
    submit: form.onSubmit(run),
    isSaving: save.isPending,
    error: save.error === null || isNamed ? undefined : save.error,
  }
}

const labelsOf = (t: ReturnType<typeof useText>) => ({
  id: t('authentication.provider.id'),
  ...fieldLabels(inWords([PROVIDER_TITLE, ...REGISTRATION], t)),
  secret: t('authentication.provider.secret'),
  ...fieldLabels(inWords(PEOPLE, t)),
  mappingClaim: t('authentication.provider.mappingClaim'),
  claimRoles: t('authentication.provider.mapping'),
})
