import { updateStream } from '@logyard/contract/streams/streams'
import { Button, Select, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useQueryValues } from '../../base/routes/location.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { readableStreamsQuery } from '../../query/stream-picker/readable-streams-query.ts'

interface ChooseTypeProps<Type> {
  readonly types: Readonly<Record<string, Type>>
  readonly texts: { readonly type: string; readonly placeholder: string; readonly add: string }
  /** A line about the chosen type. */
  readonly describe?: (type: Type) => string
  readonly onAdd: (streamId: string, typeName: string, type: Type) => void
}

/** A stream and a type; the form of that type follows. */
export function ChooseType<Type extends { readonly name: string }>(props: ChooseTypeProps<Type>) {
  const { types, texts, describe, onAdd } = props
  const [streamId, setStreamId] = useState(useQueryValues().get('stream_id'))
  const [typeName, setTypeName] = useState<string | null>(null)
  const type = typeName === null ? undefined : types[typeName]
  const add =
    streamId === null || typeName === null || type === undefined ? undefined : () => onAdd(streamId, typeName, type)
  return (
    <Stack gap="md" align="flex-start">
      <ChooseStream value={streamId} onChange={setStreamId} />
      <Select
        label={texts.type}
        placeholder={texts.placeholder}
        attributes={{ dropdown: { translate: 'no' }, input: { translate: 'no' } }}
        required
        w={420}
        maw="100%"
        disabled={streamId === null}
        data={Object.entries(types).map(([value, { name }]) => ({ value, label: name }))}
        value={typeName}
        onChange={setTypeName}
      />
      {type !== undefined && describe !== undefined && (
        <Text size="sm" c="dimmed" translate="no">
          {describe(type)}
        </Text>
      )}
      <Button leftSection={<IconPlus size={16} />} disabled={add === undefined} onClick={add}>
        {texts.add}
      </Button>
    </Stack>
  )
}

interface ChooseStreamProps {
  readonly value: string | null
  readonly onChange: (streamId: string | null) => void
}

/** The streams that the user may edit. */
function ChooseStream({ value, onChange }: ChooseStreamProps) {
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
