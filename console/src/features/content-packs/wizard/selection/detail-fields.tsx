import { Textarea, TextInput } from '@mantine/core'
import { useText } from '../../../../base/text/text.tsx'
import type { PackDetails, selectionProblems } from '../draft/pack-draft.ts'

const MAX_TEXT = 250

interface DetailFieldsProps {
  readonly details: PackDetails
  readonly problems: ReturnType<typeof selectionProblems>
  readonly onChange: (changes: Partial<PackDetails>) => void
}

export function DetailFields({ details, problems, onChange }: DetailFieldsProps) {
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
