import { MultiSelect } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { readableStreamsQuery } from './readable-streams-query.ts'

interface StreamFilterProps {
  readonly streams: readonly string[]
  readonly onChange: (streams: readonly string[]) => void
}

/** The streams to search; none means all that the user may read. */
export function StreamFilter({ streams, onChange }: StreamFilterProps) {
  const t = useText()
  const readable = useQuery(readableStreamsQuery(useCall()))
  const options = (readable.data ?? []).map(({ id, title }) => ({ value: id, label: title }))
  // A link may name deleted or unreadable streams: show their ids; the server reports the error.
  const unknown = streams.filter((id) => !options.some(({ value }) => value === id))
  return (
    <MultiSelect
      flex="1 1 260px"
      miw={0}
      aria-label={t('searchTools.streams')}
      placeholder={streams.length === 0 ? t('searchTools.streams.placeholder') : ''}
      data={[...options, ...unknown.map((id) => ({ value: id, label: id }))]}
      value={[...streams]}
      onChange={onChange}
      leftSection={<IconStack2 size={16} />}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('searchTools.streams.clear') }}
      hidePickedOptions
      nothingFoundMessage={t('searchTools.streams.nothing')}
      comboboxProps={{ shadow: 'md' }}
      attributes={{ dropdown: { translate: 'no' }, pillsList: { translate: 'no' } }}
    />
  )
}
