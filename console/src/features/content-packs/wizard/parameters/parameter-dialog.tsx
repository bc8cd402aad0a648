import type { PackParameter } from '@logyard/contract/content-packs/content-packs'
import { TextInput } from '@mantine/core'
import { useText } from '../../../../base/text/text.tsx'
import { EntityForm } from '../../../../ui/form/entity-form.tsx'
import { FormDialog } from '../../../../ui/form/form-dialog.tsx'
import { problemWords } from '../../../../ui/form/problem-words.ts'
import { useEntityForm } from '../../../../ui/form/use-entity-form.ts'
import { TypedSelect } from '../../../../ui/typed-select.tsx'
import {
  draftOfParameter,
  NEW_PARAMETER,
  type ParameterDraft,
  parameterOf,
  parameterProblems,
  WIZARD_TYPES,
} from '../../model/parameter-draft.ts'

const MAX_TEXT = 250

interface ParameterFormProps {
  /** Absent for a new one. */
  readonly stored: PackParameter | undefined
  /** The names of the others. */
  readonly taken: readonly string[]
  readonly onSave: (parameter: PackParameter) => void
}

export function ParameterDialog({ onClose, ...form }: ParameterFormProps & { readonly onClose: () => void }) {
  const t = useText()
  const title = t(form.stored === undefined ? 'contentPacks.parameter.create' : 'contentPacks.parameter.edit')
  return (
    <FormDialog isOpen close={onClose} title={title}>
      <ParameterForm {...form} />
    </FormDialog>
  )
}

function ParameterForm({ stored, taken, onSave }: ParameterFormProps) {
  const t = useText()
  const labels = {
    title: t('contentPacks.parameter.title'),
    name: t('contentPacks.parameter.name'),
    description: t('contentPacks.parameter.description'),
    defaultText: t('contentPacks.parameter.default'),
  }
  const form = useEntityForm({
    isNew: stored === undefined,
    initial: stored === undefined ? NEW_PARAMETER : draftOfParameter(stored),
    labels,
    problems: (draft) =>
      problemWords(parameterProblems(draft, taken), (problem) => t(`contentPacks.problem.${problem}`)),
    save: async (draft) => onSave(parameterOf(draft)),
  })
  const line = (field: keyof typeof labels) => (
    <TextInput
      label={field === 'defaultText' ? t('ui.optional', { label: labels[field] }) : labels[field]}
      required={field !== 'defaultText'}
      data-autofocus={field === 'title' || undefined}
      maxLength={MAX_TEXT}
      autoComplete="off"
      spellCheck={false}
      translate="no"
      {...form.text(field)}
    />
  )
  return (
    <EntityForm form={form}>
      {line('title')}
      {line('name')}
      {line('description')}
      <TypedSelect
        label={t('contentPacks.parameter.type')}
        disabled={stored !== undefined}
        choices={typesOf(form.values)}
        labelOf={(type) => t(`contentPacks.valueType.${type}`)}
        value={form.values.type}
        onChange={(type) => form.change({ type })}
      />
      {line('defaultText')}
    </EntityForm>
  )
}

const typesOf = ({ type }: ParameterDraft) => [...new Set([...WIZARD_TYPES, type])]
