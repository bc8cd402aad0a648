import { Pill, type TagsInputProps } from '@mantine/core'

/** For `TagsInput`: names that users give, which are not translated. */
export const renderNamePill: NonNullable<TagsInputProps['renderPill']> = ({ value, onRemove }) => (
  <Pill withRemoveButton onRemove={() => onRemove?.()} translate="no">
    {value}
  </Pill>
)
