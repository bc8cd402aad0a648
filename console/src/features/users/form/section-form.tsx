import { Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { FormErrors } from '../../../ui/form/form-errors.tsx'
import { FormSection, type FormSectionProps } from '../../../ui/form/form-section.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'

export interface SectionFormProps extends FormSectionProps {
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  readonly saveLabel: string
  readonly isSaving: boolean
  /** Whether there are unsaved changes. */
  readonly isDirty: boolean
  readonly errors: Readonly<Record<string, ReactNode>>
  readonly labels: Readonly<Record<string, string>>
}

/** A section of a page with its own save button. */
export function SectionForm(props: SectionFormProps) {
  const { onSubmit, saveLabel, isSaving, isDirty, errors, labels, children, ...section } = props
  return (
    <FormSection {...section}>
      <form onSubmit={onSubmit} noValidate aria-label={section.title}>
        <Stack gap="md">
          {children}
          <FormErrors errors={errors} labels={labels} />
          <Group>
            <SaveButton label={saveLabel} isSaving={isSaving} isDisabled={!isDirty} />
          </Group>
        </Stack>
      </form>
    </FormSection>
  )
}
