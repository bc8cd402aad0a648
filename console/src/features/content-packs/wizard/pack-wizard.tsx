import { resolveCatalog } from '@logyard/contract/content-packs/catalog'
import { Button } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { statusText } from '../../../api/api-error.ts'
import { useGo, useQueryValues, useSetQueryValues } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import { useLeaveGuard } from '../../../ui/confirm/use-leave-guard.ts'
import { downloadFile } from '../../../ui/download-file.ts'
import { FormFooter } from '../../../ui/form/form-footer.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { useFocusFirstError } from '../../../ui/form/use-focus-first-error.ts'
import { WizardSteps } from '../../../ui/wizard/wizard-steps.tsx'
import { PackFacts } from '../entities/pack-facts.tsx'
import { packFileName, useCreatePack } from '../pack-actions.ts'
import { choiceText, type PackDraft, packToSend, selectionProblems, withResolved } from './draft/pack-draft.ts'
import { ParametersStep } from './parameters/parameters-step.tsx'
import { PreviewStep } from './preview/preview-step.tsx'
import { SelectionStep } from './selection/selection-step.tsx'
import classes from './wizard.module.css'

const STEPS = ['selection', 'parameters', 'preview'] as const
type Step = (typeof STEPS)[number]

const isStep = (text: string | null): text is Step => STEPS.some((step) => step === text)

/** Makes a content pack in three steps, which keep what was entered. */
export function PackWizard({ initial }: { initial: PackDraft }) {
  const t = useText()
  const go = useGo()
  const [base] = useState(initial)
  const [draft, setDraft] = useState(base)
  const [isChecked, setIsChecked] = useState(false)
  const problems = selectionProblems(draft)
  const isValid = Object.keys(problems).length === 0
  const { step, open, isResolving } = useSteps(draft, setDraft, isValid)
  const create = useCreatePack()
  useLeaveGuard(draft !== base && !create.isSuccess)
  const onChange = (changes: Partial<PackDraft>) => setDraft((old) => ({ ...old, ...changes }))
  const save = (isDownloaded: boolean) => {
    const pack = packToSend(draft)
    create.mutate(pack, {
      onSuccess() {
        const file = new Blob([JSON.stringify(pack, null, 2)], { type: 'application/json' })
        if (isDownloaded) downloadFile(packFileName(draft), file)
        go(routes.contentPacks.list(), { isSaved: true })
      },
    })
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (isValid && step !== 'preview') void open(step === 'selection' ? 'parameters' : 'preview')
    else if (isValid) save(false)
  }
  const errors = isChecked ? problems : {}
  const { formRef, onSubmit, onInput } = useFocusFirstError(submit, errors, create.isPending)
  return (
    <>
      <WizardSteps
        label={t('contentPacks.wizard.steps')}
        steps={STEPS.map((name) => ({
          name,
          label: t(`contentPacks.wizard.step.${name}`),
          isDisabled: (!isValid && name !== 'selection') || (name === 'preview' && step === 'selection'),
        }))}
        current={step}
        onStep={(next) => void open(next)}
      />
      <div className={classes['columns']} data-alone={step === 'preview' || undefined}>
        <form
          ref={formRef}
          onSubmit={onSubmit}
          onInput={onInput}
          noValidate
          aria-label={t(`contentPacks.wizard.step.${step}`)}
        >
          {step === 'selection' && <SelectionStep draft={draft} problems={errors} onChange={onChange} />}
          {step === 'parameters' && <ParametersStep draft={draft} onChange={onChange} />}
          {step === 'preview' && <PreviewStep draft={draft} />}
          <Footer step={step} isBusy={isResolving || create.isPending} onOpen={open} onDownload={() => save(true)} />
        </form>
        {step !== 'preview' && (
          <aside aria-label={t('contentPacks.details')}>
            <FormSection title={t('contentPacks.details')}>
              <PackFacts {...draft} />
            </FormSection>
          </aside>
        )}
      </div>
    </>
  )
}

interface FooterProps {
  readonly step: Step
  readonly isBusy: boolean
  readonly onOpen: (step: Step) => void
  readonly onDownload: () => void
}

function Footer({ step, isBusy, onOpen, onDownload }: FooterProps) {
  const t = useText()
  return (
    <FormFooter cancelTo={routes.contentPacks.list()}>
      {step !== 'selection' && (
        <Button variant="default" onClick={() => onOpen(step === 'preview' ? 'parameters' : 'selection')}>
          {t('ui.wizard.back')}
        </Button>
      )}
      {step === 'preview' && (
        <Button variant="default" disabled={isBusy} onClick={onDownload}>
          {t('contentPacks.wizard.submitAndDownload')}
        </Button>
      )}
      <Button type="submit" loading={isBusy}>
        {t(step === 'preview' ? 'ui.create' : 'ui.wizard.next')}
      </Button>
    </FormFooter>
  )
}

/** The number of missing objects that the toast names at most. */
const NAMED = 5

/** Leaving the selection asks the server for the chosen objects, unless the choice is the same as before. */
function useSteps(draft: PackDraft, setDraft: (draft: PackDraft) => void, isValid: boolean) {
  const t = useText()
  const call = useCall()
  const notify = useNotify()
  const setValues = useSetQueryValues()
  const named = useQueryValues().get('step')
  const [isResolving, setIsResolving] = useState(false)
  const choice = choiceText(draft.chosen)
  const isResolved = draft.resolvedFor === choice
  // A link or a reload has no draft to show the later steps of.
  const step: Step = isStep(named) && isValid && isResolved ? named : STEPS[0]
  async function open(next: Step): Promise<void> {
    if (next !== 'selection' && !isValid) return
    if (next !== 'selection' && !isResolved) {
      setIsResolving(true)
      try {
        const entities = [...draft.chosen.values()].map(({ id, type }) => ({ id, type }))
        const nothing = { entities: [], left_out: [] }
        const resolved = entities.length === 0 ? nothing : await call(resolveCatalog, { body: { entities } })
        setDraft(withResolved(draft, resolved.entities, choice))
        const count = resolved.left_out.length
        const names = resolved.left_out.slice(0, NAMED).map(({ type, id }) => `${type.name} ${id}`)
        if (count > 0) notify.warning(t('contentPacks.wizard.leftOut', { count, names: names.join(', ') }))
      } catch (error) {
        return notify.error(t('contentPacks.wizard.resolveFailed', { status: statusText(error) }))
      } finally {
        setIsResolving(false)
      }
    }
    setValues({ step: next === 'selection' ? undefined : next })
  }
  return { step, open, isResolving }
}
