import { type AuthServiceType, testAuthBackendConnection } from '@logyard/contract/identity/auth-services'
import type { AuthzRole } from '@logyard/contract/identity/roles'
import { Button, Grid } from '@mantine/core'
import { useState } from 'react'
import { useGo, useQueryValues, useSetQueryValues } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { fieldLabels, inWords } from '../../../ui/fields/field-texts.ts'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { WizardSteps } from '../../../ui/wizard/wizard-steps.tsx'
import { useSaveService } from '../authentication-actions.ts'
import { useServerErrors } from '../use-server-errors.ts'
import { DirectoryTests } from './directory-tests.tsx'
import { GroupStep } from './group-step.tsx'
import { ServerStep } from './server-step.tsx'
import { draftOf, fieldOf, problemsOf, type ServiceValues, STEP_KEYS, type StepKey, stepOf } from './service-values.ts'
import { UserStep, userFields } from './user-step.tsx'

interface ServiceWizardProps {
  readonly type: AuthServiceType
  /** Undefined for a new service. */
  readonly id: string | undefined
  readonly initial: ServiceValues
  readonly roles: readonly AuthzRole[]
}

/** The steps can be visited in any order; their input is one form. */
export function ServiceWizard(props: ServiceWizardProps) {
  const { type, id, initial, roles } = props
  const t = useText()
  const [step, setStep] = useStep(id)
  const form = useServiceForm(props, setStep)
  const next = STEP_KEYS[STEP_KEYS.indexOf(step) + 1]
  const isFaulty = (key: StepKey) => Object.keys(form.errors).some((field) => stepOf(field) === key)
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <EntityForm
          form={form}
          label={t('authentication.service')}
          cancelTo={routes.authentication.services()}
          actions={
            next !== undefined && (
              <Button variant="default" onClick={() => setStep(next)}>
                {t('ui.wizard.next')}
              </Button>
            )
          }
        >
          <WizardSteps
            label={t('authentication.steps')}
            steps={STEP_KEYS.map((name) => ({
              name,
              label: t(`authentication.step.${name}`),
              problem: isFaulty(name) ? t('authentication.stepIsFaulty') : undefined,
            }))}
            current={step}
            onStep={setStep}
          />
          {step === 'server-configuration' && (
            <ServerStep form={form} type={type} hasPassword={initial.isPasswordKept} />
          )}
          {step === 'user-synchronization' && <UserStep form={form} type={type} roles={roles} />}
          {step === 'group-synchronization' && <GroupStep form={form} type={type} roles={roles} />}
        </EntityForm>
      </Grid.Col>
      {useMay()(testAuthBackendConnection) && (
        <Grid.Col span={{ base: 12, md: 4 }}>
          <DirectoryTests draft={draftOf(type, form.values, initial.isPasswordKept)} id={id} />
        </Grid.Col>
      )}
    </Grid>
  )
}

/** The open step. The URL names that of a stored service, so that the details can link to it. */
function useStep(id: string | undefined) {
  const named = useQueryValues().get('initialStepKey')
  const setQueryValues = useSetQueryValues()
  const [step, setStep] = useState(STEP_KEYS.find((key) => key === named) ?? 'server-configuration')
  const goTo = (key: StepKey) => {
    setStep(key)
    if (id !== undefined) setQueryValues({ initialStepKey: key }, { replace: true })
  }
  return [step, goTo] as const
}

/** The form of all steps. A submit that fails opens the first step with an error. */
function useServiceForm({ type, id, initial }: ServiceWizardProps, onStep: (step: StepKey) => void) {
  const t = useText()
  const go = useGo()
  const save = useSaveService(id)
  const problems = (values: ServiceValues) => problemsOf(t, type, values)
  const openFaultyStep = (fields: readonly string[]) => {
    const faulty = STEP_KEYS.find((key) => fields.some((field) => stepOf(field) === key))
    if (faulty !== undefined) onStep(faulty)
  }
  const form = useEntityForm({
    isNew: id === undefined,
    initial,
    labels: labelsOf(t),
    problems,
    fieldOf,
    fieldErrors: useServerErrors(),
    failedTitle: t(id === undefined ? 'authentication.createFailed' : 'authentication.editFailed'),
    async save(values) {
      try {
        return await save.mutateAsync(draftOf(type, values, initial.isPasswordKept))
      } catch (error) {
        openFaultyStep(Object.keys(apiFieldErrors(error) ?? {}).map((name) => fieldOf(name, values)))
        throw error
      }
    },
    onSaved: () => go(routes.authentication.services(), { isSaved: true }),
  })
  const submit = () => {
    openFaultyStep(Object.keys(problems(form.values)))
    return form.submit()
  }
  return { ...form, submit }
}

const labelsOf = (t: ReturnType<typeof useText>) => ({
  title: t('authentication.title'),
  host: t('authentication.host'),
  port: t('authentication.port'),
  password: t('authentication.systemPassword'),
  ca_certificates: t('authentication.caCertificates'),
  ...fieldLabels(inWords(userFields('ldap'), t)),
  default_roles: t('authentication.defaultRoles'),
  groupBase: t('authentication.groups.base'),
  groupPattern: t('authentication.groups.pattern'),
  groupRoles: t('authentication.groups'),
})
