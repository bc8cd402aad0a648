import { testOidcProvider } from '@logyard/contract/identity/oidc'
import type { AuthzRole } from '@logyard/contract/identity/roles'
import { Grid, Textarea, TextInput } from '@mantine/core'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { fieldLabels, inWords, type OwnField } from '../../../ui/fields/field-texts.ts'
import { OwnFields } from '../../../ui/fields/own-fields.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { type EntityForm as Form, useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { RoleRows } from '../role-rows.tsx'
import { RolesSelect } from '../roles-select.tsx'
import { useServerErrors } from '../use-server-errors.ts'
import { ConnectionTest } from './connection-test.tsx'
import { useSaveProvider } from './provider-actions.ts'
import {
  draftOfProvider,
  fieldOfProvider,
  isFaultyClaim,
  type ProviderValues,
  problemsOfProvider,
} from './provider-values.ts'
import { PROVIDER_TITLE, REGISTRATION, RegistrationSection } from './registration-section.tsx'

interface ProviderFormProps {
  /** Undefined for a new provider. */
  readonly id: string | undefined
  readonly initial: ProviderValues
  readonly roles: readonly AuthzRole[]
  readonly redirectBase: string | null
  readonly logoutBase: string | null
}

export function ProviderForm({ id, initial, roles, redirectBase, logoutBase }: ProviderFormProps) {
  const t = useText()
  const go = useGo()
  const save = useSaveProvider(id)
  const back = routes.authentication.providers()
  const form = useEntityForm({
    isNew: id === undefined,
    initial,
    labels: labelsOf(t),
    problems: (values) => problemsOfProvider(t, values),
    fieldOf: fieldOfProvider,
    fieldErrors: useServerErrors(),
    failedTitle: t('authentication.provider.saveFailed'),
    save: (values) => save.mutateAsync({ newId: values.id, draft: draftOfProvider(values) }),
    onSaved: () => go(back, { isSaved: true }),
  })
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <EntityForm form={form} label={t('authentication.provider')} cancelTo={back}>
          <RegistrationSection
            form={form}
            hasSecret={initial.isSecretKept}
            redirectBase={redirectBase}
            logoutBase={logoutBase}
          />
          <PeopleSection form={form} />
          <RolesSection form={form} roles={roles} />
        </EntityForm>
      </Grid.Col>
      {useMay()(testOidcProvider) && (
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
    name: 'username_claim',
    label: 'authentication.provider.usernameClaim',
    help: 'authentication.provider.usernameClaim.help',
  },
  { kind: 'text', name: 'full_name_claim', label: 'authentication.provider.fullNameClaim' },
  { kind: 'text', name: 'email_claim', label: 'authentication.provider.emailClaim' },
  {
    kind: 'list',
    name: 'email_domains',
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
    name: 'signs_out',
    label: 'authentication.provider.signsOut',
    help: 'authentication.provider.signsOut.help',
  },
]

function PeopleSection({ form }: { form: Form<ProviderValues> }) {
  const t = useText()
  return (
    <FormSection
      title={t('authentication.provider.people')}
      description={t('authentication.provider.people.description')}
    >
      <OwnFields fields={PEOPLE} {...form.group()} />
      <Textarea label={t('authentication.descriptionOptional')} autosize minRows={2} {...form.text('description')} />
    </FormSection>
  )
}

function RolesSection({ form, roles }: { form: Form<ProviderValues>; roles: readonly AuthzRole[] }) {
  const t = useText()
  return (
    <FormSection title={t('authentication.roles')} description={t('authentication.provider.mapping.help')}>
      <RolesSelect
        label={t('authentication.defaultRoles')}
        description={t('authentication.provider.defaultRoles.help')}
        roles={roles}
        {...form.choice('default_roles')}
      />
      {/* Which values of the claim give which roles. */}
      <RoleRows
        legend={t('authentication.provider.mapping')}
        nameLabel={t('authentication.provider.mapping.value')}
        addLabel={t('authentication.provider.mapping.add')}
        removeLabel={t('authentication.provider.mapping.remove')}
        roles={roles}
        isFaulty={isFaultyClaim}
        {...form.choice('claimRoles')}
      >
        <TextInput
          w="100%"
          label={t('authentication.provider.mappingClaim')}
          description={t('authentication.provider.mappingClaim.help')}
          autoComplete="off"
          {...form.text('mappingClaim')}
        />
      </RoleRows>
    </FormSection>
  )
}

const labelsOf = (t: ReturnType<typeof useText>) => ({
  id: t('authentication.provider.id'),
  ...fieldLabels(inWords([PROVIDER_TITLE, ...REGISTRATION], t)),
  client_secret: t('authentication.provider.secret'),
  ...fieldLabels(inWords(PEOPLE, t)),
  mappingClaim: t('authentication.provider.mappingClaim'),
  claimRoles: t('authentication.provider.mapping'),
})
