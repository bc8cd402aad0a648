import { MATCHING_TYPES, type Stream } from '@logyard/contract/streams/streams'
import { Radio, Stack } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { useSetMatchingType } from '../stream-actions.tsx'

/** Whether all rules must match or at least one; saved immediately, so it asks for confirmation. */
export function MatchingTypeChoice({ stream, canEdit }: { stream: Stream; canEdit: boolean }) {
  const t = useText()
  const change = useSetMatchingType(stream.id)
  const saving = change.isPending ? change.variables : undefined
  return (
    <Radio.Group label={t('streams.matching')} value={saving ?? stream.matching_type}>
      <Stack gap="xs" mt="xs">
        {MATCHING_TYPES.map((type) => (
          <Radio
            key={type}
            value={type}
            label={t(`streams.matching.${type}`)}
            disabled={!canEdit || change.isPending}
            onChange={() => void change(type)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
