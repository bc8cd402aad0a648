import { Button } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useGo, useQueryValues, useSetQueryValues } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { useLeaveGuard } from '../../../ui/confirm/use-leave-guard.ts'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { sameValues } from '../../../ui/form/same-values.ts'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { WizardFooter } from '../../../ui/wizard/wizard-footer.tsx'
import { WizardSteps } from '../../../ui/wizard/wizard-steps.tsx'
import { ConditionStep } from '../condition/condition-step.tsx'
import type { useCreateDefinition } from '../definition-actions.ts'
import { FieldsStep } from '../fields/fields-step.tsx'
import { configOf, type DefinitionDraft, draftToSend } from '../model/definition-draft.ts'
import { type DraftErrors, isStep, STEPS, type Step, stepOf } from '../model/step.ts'
import { NotificationsStep } from '../notifications/notifications-step.tsx'
import { DetailsStep } from './details-step.tsx'
import { SummaryStep } from './summary-step.tsx'
import { useDraftProblems } from './use-draft-problems.ts'

interface DefinitionWizardProps {
  readonly initial: DefinitionDraft
  readonly isNew: boolean
  readonly save: ReturnType<typeof useCreateDefinition>
  readonly onTitle: (title: string) => void
}

/** Edits an event definition in five steps, which can be opened in any order. */
export function DefinitionWizard({ initial, isNew, save, onTitle }: DefinitionWizardProps) {
  const t = useText()
  const go = useGo()
  const [draft, setDraft] = useState(initial)
  const [isChecked, setIsChecked] = useState(false)
  const [step, goTo] = useStep()
  const [refusedDraft, setRefusedDraft] = useState<DefinitionDraft>()
  useLeaveGuard(!sameValues(draft, initial))
  const onChange = (changes: Partial<DefinitionDraft>) => {
    setDraft((old) => ({ ...old, ...changes }))
    if (changes.title !== undefined) onTitle(changes.title)
  }
  const own = useDraftProblems(draft)
  const refused = refusedDraft === undefined ? {} : unchanged(apiFieldErrors(save.error) ?? {}, refusedDraft, draft)
  const errors = { ...refused, ...(isChecked ? own : {}) }
  const config = configOf(draft)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (step !== 'summary') return goTo(nextOf(step))
    setIsChecked(true)
    if (Object.keys(own).length > 0 || config === undefined) return
    setRefusedDraft(draft)
    const saved = { draft: draftToSend(draft, config), isScheduled: draft.isScheduled }
    save.mutate(saved, { onSuccess: () => go(routes.alerts.definitions(), { isSaved: true }) })
  }
  const props = { draft, errors, onChange }
  const wrong = new Set(Object.keys(errors).map(stepOf))
  const steps = STEPS.map((name) => ({
    name,
    label: t(`definitions.step.${name}`),
    problem: wrong.has(name) ? t('definitions.step.hasErrors') : undefined,
  }))
  return (
    <>
      <WizardSteps label={t('definitions.steps')} steps={steps} current={step} onStep={goTo} />
      <form onSubmit={submit} noValidate aria-label={t(`definitions.step.${step}`)}>
        {step === 'details' && <DetailsStep {...props} />}
        {step === 'condition' && <ConditionStep {...props} />}
        {step === 'fields' && <FieldsStep {...props} />}
        {step === 'notifications' && <NotificationsStep {...props} />}
        {step === 'summary' && <SummaryStep draft={draft} errors={errors} onStep={goTo} />}
        <WizardFooter cancelTo={routes.alerts.definitions()}>
          {step !== 'details' && (
            <Button variant="default" onClick={() => goTo(previousOf(step))}>
              {t('definitions.previous')}
            </Button>
          )}
          {step === 'summary' ? (
            <SaveButton
              label={t(isNew ? 'definitions.submit.create' : 'definitions.submit.update')}
              isSaving={save.isPending}
            />
          ) : (
            <Button type="submit">{t('definitions.next')}</Button>
          )}
        </WizardFooter>
      </form>
    </>
  )
}

const nextOf = (step: Step): Step => STEPS[STEPS.indexOf(step) + 1] ?? 'summary'
const previousOf = (step: Step): Step => STEPS[STEPS.indexOf(step) - 1] ?? 'details'

function useStep(): readonly [Step, (step: Step) => void] {
  const values = useQueryValues()
  const setValues = useSetQueryValues()
  const named = values.get('step')
  const goTo = (step: Step) => setValues({ step: step === 'details' ? undefined : step })
  return [isStep(named) ? named : 'details', goTo]
}

/** What the server refused, without the steps that the user changed since then. */
function unchanged(errors: DraftErrors, refused: DefinitionDraft, draft: DefinitionDraft): DraftErrors {
  const isSame = (key: string) => {
    const step = stepOf(key)
    if (step === 'condition') return sameValues(configOf(draft), configOf(refused))
    if (step === 'fields') return sameValues(draft.field_spec, refused.field_spec)
    return draft.title === refused.title
  }
  return Object.fromEntries(Object.entries(errors).filter(([key]) => isSame(key)))
}
