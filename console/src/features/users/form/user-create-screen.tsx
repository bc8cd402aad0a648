import { pageUsers } from '@logyard/contract/identity/users'
import { useQuery } from '@tanstack/react-query'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { Page } from '../../../ui/page/page.tsx'
import { useCreateUser } from '../user-actions.ts'
import { usernamesQuery } from '../user-queries.ts'
import { type NewUserDraft, NewUserFields } from './new-user-fields.tsx'
import { NEW_USER_TIMEOUT_MS } from './session-timeout-field.tsx'
import { emailError, fullNameError, passwordError, repeatError, rolesError, usernameError } from './user-draft.ts'

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
  const go = useGo()
  const canList = useMay()(pageUsers)
  const back = canList ? routes.users.list() : routes.start()
  const taken = useQuery({ ...usernamesQuery(useCall()), enabled: canList }).data ?? []
  const create = useCreateUser()
  const form = useEntityForm({
    isNew: true,
    initial: EMPTY,
    labels: {
      username: t('users.username'),
      full_name: t('users.fullName'),
      email: t('users.email'),
      roles: t('users.roles'),
      password: t('users.password'),
      repeat: t('users.password.repeat'),
    },
    problems: (draft) => ({
      username: usernameError(t, draft.username, taken),
      full_name: fullNameError(t, draft.full_name),
      email: emailError(t, draft.email),
      roles: !draft.service_account && rolesError(t, draft.roles),
      password: passwordError(t, draft.password),
      repeat: repeatError(t, draft.password, draft.repeat),
    }),
    save: ({ repeat: _, ...draft }) =>
      create.mutateAsync({
        ...draft,
        username: draft.username.trim(),
        full_name: draft.full_name.trim(),
        email: draft.email.trim(),
        timezone: draft.timezone === '' ? null : draft.timezone,
        roles: [...draft.roles],
        permissions: [],
      }),
    failedTitle: t('users.create.failed'),
    onSaved: (_, { username, service_account: isProgram }) => {
      const isInvited = canList && !isProgram
      go(isInvited ? routes.users.list({ created: username.trim() }) : back, { isSaved: true })
    },
  })
  return (
    <Page title={t('users.create.title')} description={t('users.create.description')} width="reading">
      <EntityForm form={form} label={t('users.create.title')} cancelTo={back}>
        <NewUserFields form={form} />
      </EntityForm>
    </Page>
  )
}
