import { useText } from '../../base/text/text.tsx'

interface FieldLabelProps {
  readonly text: string
  readonly isOptional: boolean
  /** The text comes from the server. */
  readonly isData: boolean
}

/** The name of a field. Only optional fields have a mark. */
export function FieldLabel({ text, isOptional, isData }: FieldLabelProps) {
  const t = useText()
  return (
    <>
      <span translate={isData ? 'no' : undefined}>{text}</span>
      {isOptional && <> {t('ui.config.optional')}</>}
    </>
  )
}
