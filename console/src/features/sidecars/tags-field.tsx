import { TagsInput, type TagsInputProps } from '@mantine/core'
import { renderNamePill } from '../../ui/form/render-name-pill.tsx'

interface TagsFieldProps extends Pick<TagsInputProps, 'label' | 'description'> {
  /** Tags that have an effect already. */
  readonly known: readonly string[]
  readonly value: readonly string[]
  readonly onChange: (tags: string[]) => void
}

const MAX_LENGTH = 100
const MAX_TAGS = 50

/** Tags of sidecars or configurations. */
export function TagsField({ known, value, ...rest }: TagsFieldProps) {
  return (
    <TagsInput
      {...rest}
      maxLength={MAX_LENGTH}
      maxTags={MAX_TAGS}
      attributes={{ dropdown: { translate: 'no' } }}
      renderPill={renderNamePill}
      data={[...known]}
      value={[...value]}
    />
  )
}
