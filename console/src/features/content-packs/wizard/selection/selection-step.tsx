import { Text } from '@mantine/core'
import { useText } from '../../../../base/text/text.tsx'
import { FormSection } from '../../../../ui/form/form-section.tsx'
import type { PackDraft, selectionProblems } from '../draft/pack-draft.ts'
import { DetailFields } from './detail-fields.tsx'
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
