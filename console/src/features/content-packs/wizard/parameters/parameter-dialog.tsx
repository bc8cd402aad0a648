import type { PackParameter } from '@logyard/contract/content-packs/content-packs'
import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useText } from '../../../../base/text/text.tsx'
import { SaveButton } from '../../../../ui/form/save-button.tsx'
import { useFocusFirstError } from '../../../../ui/form/use-focus-first-error.ts'
import {
  draftOfParameter,
  NEW_PARAMETER,
  type ParameterDraft,
  parameterOf,
  parameterProblems,
  WIZARD_TYPES,
} from '../../model/parameter-draft.ts'

const MAX_TEXT = 250

interface ParameterDialogProps {
  /** Absent for a new one. */
  readonly stored: PackParameter | undefined
  /** The names of the others. */
  readonly taken: readonly string[]
  readonly onSave: (parameter: PackParameter) => void
  readonly onClose: () => void
}

export function ParameterDialog({ stored, taken, onSave, onClose }: ParameterDialogProps) {
  const t = useText()
  const [draft, setDraft] = useState(stored === undefined ? NEW_PARAMETER : draftOfParameter(stored))
  const [isChecked, setIsChecked] = useState(false)
  const problems = parameterProblems(draft, taken)
  const errors = isChecked ? problems : {}
  const change = (changes: Partial<ParameterDraft>) => setDraft((old) => ({ ...old, ...changes }))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // The dialog is inside of the wizard's form in React's tree.
    event.stopPropagation()
    setIsChecked(true)
    if (Object.keys(problems).length > 0) return
    onSave(parameterOf(draft))
    onClose()
  }
  const { formRef, onSubmit } = useFocusFirstError(submit, errors, false)
  const title = t(stored === undefined ? 'contentPacks.parameter.create' : 'contentPacks.parameter.edit')
  const line = (field: 'title' | 'name' | 'description' | 'defaultText') => {
    const problem = errors[field]
    return (
      <TextInput
        label={t(field === 'defaultText' ? 'contentPacks.parameter.default' : `contentPacks.parameter.${field}`)}
        required={field !== 'defaultText'}
        data-autofocus={field === 'title' || undefined}
        maxLength={MAX_TEXT}
        autoComplete="off"
        spellCheck={false}
        translate="no"
        value={draft[field]}
        error={problem === undefined ? undefined : t(`contentPacks.problem.${problem}`)}
        onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
      />
    )
  }
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <form ref={formRef} onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          {line('title')}
          {line('name')}
          {line('description')}
          <NativeSelect
            label={t('contentPacks.parameter.type')}
            disabled={stored !== undefined}
            value={draft.type}
            data={typesOf(draft).map((type) => ({ value: type, label: t(`contentPacks.valueType.${type}`) }))}
            onChange={({ currentTarget }) => {
              const type = WIZARD_TYPES.find((one) => one === currentTarget.value)
              if (type !== undefined) change({ type })
            }}
          />
          {line('defaultText')}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <SaveButton label={t('contentPacks.parameter.save')} isSaving={false} />
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

const typesOf = ({ type }: ParameterDraft) => [...new Set([...WIZARD_TYPES, type])]
