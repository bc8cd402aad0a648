import { type AuthServiceType, testAuthBackendConnection } from '@logyard/contract/identity/auth-services'
import type { AuthzRole } from '@logyard/contract/identity/roles'
import { Button, Grid, Group, Stack, Tabs } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { statusText } from '../../../api/api-error.ts'
import { useGo, useQueryValues, useSetQueryValues } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useLeaveGuard } from '../../../ui/confirm/use-leave-guard.ts'
import { fieldLabels, inWords } from '../../../ui/fields/field-texts.ts'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { FormErrors } from '../../../ui/form/form-errors.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { useSaveService } from '../authentication-actions.tsx'
import { DirectoryTests } from './directory-tests.tsx'
import { GroupStep } from './group-step.tsx'
import { ServerStep } from './server-step.tsx'
import type { ServiceForm } from './service-form.ts'
import { draftOf, fieldOf, problemsOf, type ServiceValues, STEP_KEYS, STEP_OF, type StepKey } from './service-values.ts'
import { UserStep, userFields } from './user-step.tsx'

interface ServiceWizardProps {
  readonly type: AuthServiceType
  /** Undefined for a new service. */
  readonly id: string | undefined
  readonly initial: ServiceValues
  readonly roles: readonly AuthzRole[]
  readonly hasPassword: boolean
}

/** The steps can be visited in any order; their input is one form. */
export function ServiceWizard({ type, id, initial, roles, hasPassword }: ServiceWizardProps) {
  const t = useText()
  const [step, setStep] = useStep(id)
  const form = useForm<ServiceValues>({ initialValues: initial, validate: (values) => problemsOf(t, type, values) })
  useLeaveGuard(form.isDirty())
  const { submit, isSaving, error } = useSubmit({ type, id, hasPassword, form, onProblem: setStep })
  const draft = () => draftOf(type, form.getValues(), hasPassword)
  const next = STEP_KEYS[STEP_KEYS.indexOf(step) + 1]
  const isFaulty = (key: StepKey) => Object.keys(form.errors).some((field) => stepOf(field) === key)
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <form onSubmit={submit} noValidate aria-label={t('authentication.service')}>
          <Tabs value={step} onChange={(key) => setStep(STEP_KEYS.find((known) => known === key) ?? step)}>
            <Tabs.List mb="md">
              {STEP_KEYS.map((key) => (
                <Tabs.Tab
                  key={key}
                  value={key}
                  leftSection={
                    isFaulty(key) && (
                      <IconAlertTriangle size={14} role="img" aria-label={t('authentication.stepIsFaulty')} />
                    )
                  }
                >
                  {t(`authentication.step.${key}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="server-configuration">
              <ServerStep form={form} type={type} hasPassword={hasPassword} />
            </Tabs.Panel>
            <Tabs.Panel value="user-synchronization">
              <UserStep form={form} type={type} roles={roles} />
            </Tabs.Panel>
            <Tabs.Panel value="group-synchronization">
              <GroupStep form={form} type={type} roles={roles} />
            </Tabs.Panel>
          </Tabs>
          <Stack mt="md" gap="md">
            <FormErrors
              errors={form.errors}
              labels={labelsOf(t)}
              general={
                error === undefined
                  ? undefined
                  : {
                      title: t(id === undefined ? 'authentication.createFailed' : 'authentication.editFailed'),
                      text: statusText(error),
                    }
              }
            />
            <Group>
              {next !== undefined && (
                <Button variant="default" onClick={() => setStep(next)}>
                  {t('authentication.next', { step: t(`authentication.step.${next}`) })}
                </Button>
              )}
              <SaveButton label={t('authentication.finish')} isSaving={isSaving} />
            </Group>
          </Stack>
        </form>
      </Grid.Col>
      {useMay()(testAuthBackendConnection) && (
        <Grid.Col span={{ base: 12, md: 4 }}>
          <DirectoryTests draft={draft} id={id} />
        </Grid.Col>
      )}
    </Grid>
  )
}

const stepOf = (field: string): StepKey | undefined => Object.entries(STEP_OF).find(([name]) => name === field)?.[1]

/** The URL names the step of a stored service, so that the details can link to it. */
function useStep(id: string | undefined) {
  const named = useQueryValues().get('initialStepKey')
  const setQueryValues = useSetQueryValues()
  const [local, setLocal] = useState<StepKey>('server-configuration')
  const step = id === undefined ? local : (STEP_KEYS.find((key) => key === named) ?? 'server-configuration')
  const setStep = (key: StepKey) =>
    id === undefined ? setLocal(key) : setQueryValues({ initialStepKey: key }, { replace: true })
  return [step, setStep] as const
}

function useSubmit(deps: {
  readonly type: AuthServiceType
  readonly id: string | undefined
  readonly hasPassword: boolean
  readonly form: ServiceForm
  readonly onProblem: (step: StepKey) => void
}) {
  const { type, id, hasPassword, form, onProblem } = deps
  const t = useText()
  const go = useGo()
  const save = useSaveService(id)
  const showProblems = (errors: Readonly<Record<string, unknown>>) => {
    const [first = ''] = Object.keys(errors)
    const step = stepOf(first)
    if (step !== undefined) onProblem(step)
  }
  async function run(values: ServiceValues) {
    try {
      await save.mutateAsync(draftOf(type, values, hasPassword))
    } catch (error) {
      const named = Object.entries(apiFieldErrors(error) ?? {}).map(
        ([name, text]) => [fieldOf(name), t('authentication.error.server', { text })] as const,
      )
      const errors = Object.fromEntries(named)
      form.setErrors(errors)
      showProblems(errors)
      return
    }
    go(routes.authentication.services(), { isSaved: true })
  }
  const isNamed = save.error !== null && apiFieldErrors(save.error) !== undefined
  return {
    submit: form.onSubmit(run, showProblems),
    isSaving: save.isPending,
    error: save.error === null || isNamed ? undefined : save.error,
  }
}

const labelsOf = (t: ReturnType<typeof useText>) => ({
  title: t('authentication.title'),
  host: t('authentication.host'),
  port: t('authentication.port'),
  password: t('authentication.systemPassword'),
  caCertificates: t('authentication.caCertificates'),
  ...fieldLabels(inWords(userFields('ldap'), t)),
  defaultRoles: t('authentication.defaultRoles'),
  groupBase: t('authentication.groups.base'),
  groupPattern: t('authentication.groups.pattern'),
  groupRoles: t('authentication.groups'),
})
