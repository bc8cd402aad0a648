import { TagsInput, type TagsInputProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { renderNamePill } from '../../ui/form/render-name-pill.tsx'
import { allConfigurationsQuery } from './sidecar-queries.ts'

interface TagsFieldProps extends Pick<TagsInputProps, 'label' | 'description' | 'error' | 'onBlur'> {
  readonly value: readonly string[]
  readonly onChange: (tags: string[]) => void
}

const MAX_LENGTH = 100
const MAX_TAGS = 50

/** A field for tags of sidecars or configurations. It suggests the tags of configurations. */
export function TagsField({ value, ...rest }: TagsFieldProps) {
  const configurations = useQuery(allConfigurationsQuery(useCall())).data ?? []
  return (
    <TagsInput
      {...rest}
      maxLength={MAX_LENGTH}
      maxTags={MAX_TAGS}
      attributes={{ dropdown: { translate: 'no' } }}
      renderPill={renderNamePill}
      data={[...new Set(configurations.flatMap(({ tags }) => tags))].toSorted()}
      value={[...value]}
    />
  )
}
