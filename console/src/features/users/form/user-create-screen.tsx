import { pageUsers } from '@logyard/contract/identity/users'
import { Group } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { statusText } from '../../../api/api-error.ts'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useLeaveGuard } from '../../../ui/confirm/use-leave-guard.ts'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { FormErrors } from '../../../ui/form/form-errors.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { useUserCrumbs } from '../use-user-crumbs.ts'
import { useCreateUser } from '../user-actions.ts'
import { usernamesQuery } from '../user-queries.ts'
import { type NewUserDraft, NewUserFields } from './new-user-fields.tsx'
import { NEW_USER_TIMEOUT_MS } from './session-timeout-field.tsx'
import {
  emailError,
  fullNameError,
  onlyErrors,
  passwordError,
  repeatError,
  rolesError,
  usernameError,
} from './user-draft.ts'

const EMPTY: NewUserDraft = {
  username: '',
  full_name: '',
  email: '',
  session_timeout_ms: NEW_USER_TIMEOUT_MS,
  timezone: '',
  service_account: false,
  roles: ['Reader'],
  password: '',
  repeat: '',
}

export function UserCreateScreen() {
  const t = useText()
  const canList = useMay()(pageUsers)
  const back = canList ? routes.users.list() : routes.start()
  const { form, create, submit } = useNewUserForm(back)
  const labels = {
    username: t('users.username'),
    full_name: t('users.fullName'),
    email: t('users.email'),
    roles: t('users.roles'),
    password: t('users.password'),
    repeat: t('users.password.repeat'),
  }
  return (
    <Page
      title={t('users.create.title')}
      documentTitle={t('users.create.documentTitle')}
      description={t('users.create.description')}
      crumbs={useUserCrumbs()}
      width="reading"
    >
      <form onSubmit={submit} noValidate>
        <NewUserFields form={form} />
        <FormErrors
          errors={form.errors}
          labels={labels}
          general={
            create.error === null ? undefined : { title: t('users.create.failed'), text: statusText(create.error) }
          }
        />
        <Group mt="md" gap="sm">
          <SaveButton label={t('users.create')} isSaving={create.isPending} />
          <LinkButton variant="default" to={back}>
            {t('ui.cancel')}
          </LinkButton>
        </Group>
      </form>
    </Page>
  )
}

function useNewUserForm(back: string) {
  const t = useText()
  const go = useGo()
  const canList = useMay()(pageUsers)
  const taken = useQuery({ ...usernamesQuery(useCall()), enabled: canList }).data ?? []
  const create = useCreateUser()
  const form = useForm<NewUserDraft>({
    initialValues: EMPTY,
    validateInputOnBlur: true,
    validate: (draft) =>
      onlyErrors({
        username: usernameError(t, draft.username, taken),
        full_name: fullNameError(t, draft.full_name),
        email: emailError(t, draft.email),
        roles: draft.service_account ? undefined : rolesError(t, draft.roles),
        password: passwordError(t, draft.password),
        repeat: repeatError(t, draft.password, draft.repeat),
      }),
  })
  useLeaveGuard(form.isDirty())
  const submit = form.onSubmit(({ repeat: _, ...draft }) =>
    create.mutate(
      {
        ...draft,
        username: draft.username.trim(),
        full_name: draft.full_name.trim(),
        email: draft.email.trim(),
        timezone: draft.timezone === '' ? null : draft.timezone,
        roles: [...draft.roles],
        permissions: [],
      },
      {
        onSuccess: () => go(back, { isSaved: true }),
        onError: (error) => form.setErrors(apiFieldErrors(error) ?? {}),
      },
    ),
  )
  return { form, create, submit }
}
