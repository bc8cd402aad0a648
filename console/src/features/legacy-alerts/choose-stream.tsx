import { updateStream } from '@logyard/contract/streams/streams'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { readableStreamsQuery } from '../../query/stream-picker/readable-streams-query.ts'

interface ChooseStreamProps {
  readonly value: string | null
  readonly onChange: (streamId: string | null) => void
}

/** The streams that the user may edit. */
export function ChooseStream({ value, onChange }: ChooseStreamProps) {
  const t = useText()
  const may = useMay()
  const streams = useQuery(readableStreamsQuery(useCall())).data ?? []
  const editable = streams.filter(({ id }) => may(updateStream, { id }))
  return (
    <Select
      label={t('legacyAlerts.chooseStream')}
      placeholder={t('legacyAlerts.chooseStream.placeholder')}
      nothingFoundMessage={t('legacyAlerts.chooseStream.none')}
      attributes={{ dropdown: { translate: 'no' }, input: { translate: 'no' } }}
      required
      searchable
      maw={420}
      data={editable.map(({ id, title }) => ({ value: id, label: title }))}
      value={value}
      onChange={onChange}
    />
  )
}
