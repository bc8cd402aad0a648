import { Stack } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { useLeaveGuard } from '../../../ui/confirm/use-leave-guard.ts'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { FormFooter } from '../../../ui/form/form-footer.tsx'
import { sameValues } from '../../../ui/form/same-values.ts'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { useFocusFirstError } from '../../../ui/form/use-focus-first-error.ts'
import { ConditionBlock } from '../condition/condition-block.tsx'
import type { useCreateDefinition } from '../definition-actions.ts'
import { blockOf, type DraftErrors } from '../model/block.ts'
import { configOf, type DefinitionDraft, draftToSend } from '../model/definition-draft.ts'
import { NotificationsBlock } from '../notifications/notifications-block.tsx'
import { AdvancedBlock } from './advanced-block.tsx'
import { DetailsBlock } from './details-block.tsx'
import { ErrorLinks } from './error-links.tsx'
import { FormBlock } from './form-block.tsx'
import { useDraftProblems } from './use-draft-problems.ts'
import { useNamedBlock } from './use-named-block.ts'
import { useSuggestedTitle } from './use-suggested-title.ts'

interface DefinitionFormProps {
  readonly initial: DefinitionDraft
  readonly isNew: boolean
  readonly save: ReturnType<typeof useCreateDefinition>
  readonly onTitle: (title: string) => void
}

/** Edits an event definition on one page: when there is an event, whom to tell, and what it is called. */
export function DefinitionForm({ initial, isNew, save, onTitle }: DefinitionFormProps) {
  const t = useText()
  const go = useGo()
  const { draft, onChange, onProposal } = useDraft(initial, onTitle)
  const [isTried, setIsTried] = useState(false)
  const [refusedDraft, setRefusedDraft] = useState<DefinitionDraft>()
  const own = useDraftProblems(draft)
  const refused = refusedDraft === undefined ? {} : unchanged(apiFieldErrors(save.error) ?? {}, refusedDraft, draft)
  const errors = { ...refused, ...(isTried ? own : {}) }
  const config = configOf(draft)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (Object.keys(own).length > 0 || config === undefined) return
    setRefusedDraft(draft)
    const saved = { draft: draftToSend(draft, config), isScheduled: draft.isScheduled }
    save.mutate(saved, {
      onSuccess: ({ id }) => go(routes.alerts.definitions(isNew ? { created: id } : {}), { isSaved: true }),
    })
  }
  const { formRef, onSubmit, onInput } = useFocusFirstError(submit, errors, save.isPending)
  const named = useNamedBlock(formRef)
  const props = { draft, errors, onChange }
  return (
    <form
      ref={formRef}
      onSubmit={onSubmit}
      onInput={onInput}
      noValidate
      aria-label={t(isNew ? 'definitions.new' : 'definitions.editOne')}
    >
      <Stack gap={0}>
        <FormBlock block="condition">
          <ConditionBlock {...props} onProposal={onProposal} />
        </FormBlock>
        <FormBlock block="notifications">
          <NotificationsBlock {...props} />
        </FormBlock>
        <FormBlock block="details">
          <DetailsBlock {...props} />
        </FormBlock>
        <AdvancedBlock {...props} initial={initial} isNamed={named === 'advanced'} />
      </Stack>
      <FormFooter cancelTo={routes.alerts.definitions()} errors={<ErrorLinks errors={errors} />}>
        <SaveButton label={t(isNew ? 'ui.create' : 'ui.save')} isSaving={save.isPending} />
      </FormFooter>
    </form>
  )
}

/** The draft, which asks before it is abandoned. A proposal of the back-test is no change by the user. */
function useDraft(initial: DefinitionDraft, onTitle: (title: string) => void) {
  const [state, setState] = useState({ draft: initial, untouched: initial })
  useLeaveGuard(!sameValues(state.draft, state.untouched))
  const suggested = useSuggestedTitle(state.draft)
  const draft = state.draft.isTitled ? state.draft : { ...state.draft, title: suggested }
  return {
    draft,
    onChange(changes: Partial<DefinitionDraft>) {
      const titled = changes.title === undefined ? changes : { ...changes, isTitled: true }
      setState((old) => ({ ...old, draft: { ...old.draft, ...titled } }))
      if (changes.title !== undefined) onTitle(changes.title)
    },
    onProposal: (aggregation: DefinitionDraft['aggregation']) =>
      setState(({ draft: current, untouched }) => {
        const isUntouched = sameValues(current.aggregation, untouched.aggregation)
        return {
          draft: { ...current, aggregation },
          untouched: isUntouched ? { ...untouched, aggregation } : untouched,
        }
      }),
  }
}

/** The errors that the server returned, without those of blocks that the user has changed since. */
function unchanged(errors: DraftErrors, refused: DefinitionDraft, draft: DefinitionDraft): DraftErrors {
  const isSame = (key: string) => {
    const block = blockOf(key)
    if (block === 'condition' || key.startsWith('cron_')) return sameValues(configOf(draft), configOf(refused))
    if (block === 'advanced') return sameValues(draft.field_spec, refused.field_spec)
    return draft.title === refused.title
  }
  return Object.fromEntries(Object.entries(errors).filter(([key]) => isSame(key)))
}
