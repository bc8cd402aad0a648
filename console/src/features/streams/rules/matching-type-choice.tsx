import { MATCHING_TYPES, type MatchingType, type Stream } from '@logyard/contract/streams/streams'
import { Radio, Stack } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { useSetMatchingType } from '../stream-actions.ts'

/** Whether all rules must match or at least one; saved immediately, so it asks for confirmation. */
export function MatchingTypeChoice({ stream, canEdit }: { stream: Stream; canEdit: boolean }) {
  const t = useText()
  const confirm = useConfirm()
  const change = useSetMatchingType()
  const chosen = change.isPending ? change.variables.type : stream.matching_type
  async function askAndChange(type: MatchingType) {
    const confirmed = await confirm({
      title: t('streams.matching.confirm.title'),
      text: t('streams.matching.confirm.text'),
      confirmLabel: t('streams.matching.confirm'),
    })
    if (confirmed) change.mutate({ stream, type })
  }
  return (
    <Radio.Group label={t('streams.matching')} value={chosen}>
      <Stack gap="xs" mt="xs">
        {MATCHING_TYPES.map((type) => (
          <Radio
            key={type}
            value={type}
            label={t(`streams.matching.${type}`)}
            disabled={!canEdit || change.isPending}
            onChange={() => void askAndChange(type)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
