import { Button } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'

export interface SaveButtonProps {
  /** What will happen: `Update profile`. */
  readonly label: string
  readonly isSaving: boolean
  /** Nothing changed or something is invalid. */
  readonly isDisabled?: boolean
}

/** Submits its form; shows that it is saving, and cannot be clicked twice. */
export function SaveButton({ label, isSaving, isDisabled = false }: SaveButtonProps) {
  const t = useText()
  return (
    <Button
      type="submit"
      loading={isSaving}
      loaderProps={{ type: 'dots' }}
      disabled={isDisabled}
      aria-label={isSaving ? t('ui.form.saving') : label}
    >
      {label}
    </Button>
  )
}
