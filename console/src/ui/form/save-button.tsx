import { Button } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'

export interface SaveButtonProps {
  /** What will happen: `Update profile`. */
  readonly label: string
  readonly savingLabel?: string
  readonly isSaving: boolean
  /** Nothing changed or something is wrong: the button waits. */
  readonly isDisabled?: boolean
}

/** Submits its form; says so while the server is at work, and cannot be pressed twice. */
export function SaveButton({ label, savingLabel, isSaving, isDisabled = false }: SaveButtonProps) {
  const t = useText()
  return (
    <Button
      type="submit"
      loading={isSaving}
      loaderProps={{ type: 'dots' }}
      disabled={isDisabled}
      aria-label={isSaving ? (savingLabel ?? t('ui.form.saving')) : label}
    >
      {label}
    </Button>
  )
}
