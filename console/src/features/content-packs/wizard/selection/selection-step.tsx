import { Text, Textarea, TextInput } from '@mantine/core'
import { useText } from '../../../../base/text/text.tsx'
import { FormSection } from '../../../../ui/form/form-section.tsx'
import type { PackDetails, PackDraft, selectionProblems } from '../draft/pack-draft.ts'
import { EntityTree } from './entity-tree.tsx'

interface SelectionStepProps {
  readonly draft: PackDraft
  readonly problems: ReturnType<typeof selectionProblems>
  readonly onChange: (changes: Partial<PackDraft>) => void
}

export function SelectionStep({ draft, problems, onChange }: SelectionStepProps) {
  const t = useText()
  return (
    <>
      <FormSection title={t('contentPacks.wizard.general')}>
        <DetailFields details={draft} problems={problems} onChange={onChange} />
      </FormSection>
      <FormSection title={t('contentPacks.wizard.entities')}>
        <EntityTree draft={draft} onChange={onChange} />
        {problems.entities !== undefined && (
          <Text size="sm" c="red" role="alert">
            {t('contentPacks.problem.nothingSelected')}
          </Text>
        )}
      </FormSection>
    </>
  )
}

const MAX_TEXT = 250

interface DetailFieldsProps {
  readonly details: PackDetails
  readonly problems: ReturnType<typeof selectionProblems>
  readonly onChange: (changes: Partial<PackDetails>) => void
}

function DetailFields({ details, problems, onChange }: DetailFieldsProps) {
  const t = useText()
  const line = (field: 'name' | 'summary' | 'vendor' | 'url') => {
    const problem = problems[field]
    return (
      <TextInput
        label={field === 'url' ? t('ui.optional', { label: t('contentPacks.url') }) : t(`contentPacks.${field}`)}
        required={field !== 'url'}
        maxLength={MAX_TEXT}
        autoComplete="off"
        translate="no"
        value={details[field]}
        error={problem === undefined ? undefined : t(`contentPacks.problem.${problem}`)}
        onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value })}
      />
    )
  }
  return (
    <>
      {line('name')}
      {line('summary')}
      <Textarea
        label={t('ui.optional', { label: t('contentPacks.description') })}
        description={t('contentPacks.description.help')}
        rows={6}
        translate="no"
        value={details.description}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      {line('vendor')}
      {line('url')}
    </>
  )
}
