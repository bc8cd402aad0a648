import type { IndexSet } from '@logyard/contract/store/index-sets'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { useBytes } from '../../../ui/use-bytes.ts'
import { parseRetentionTime, retentionDays } from '../strategies/retention-time.ts'
import { LifecycleSummary } from '../strategies/strategy-summary.tsx'
import { DEFAULT_KEEP, type IndexSetFormState } from './index-set-values.ts'
import { useBytesPerDay } from './use-size-estimate.ts'

/** How long messages are kept, with what that comes to. */
export function KeepField({ form, indexSet }: { form: IndexSetFormState; indexSet: IndexSet | undefined }) {
  const t = useText()
  const bytes = useBytes()
  const perDay = useBytesPerDay(indexSet?.id)
  const { keep, keep_by: keepBy } = form.values
  if (keepBy === 'strategies') {
    return (
      <Group gap="sm">
        <Text size="sm">
          {t('indexSets.keep')}:{' '}
          {indexSet === undefined ? t('indexSets.keep.own') : <LifecycleSummary indexSet={indexSet} />}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => form.change({ keep_by: 'time', keep: keep === '' ? DEFAULT_KEEP : keep })}
        >
          {t('indexSets.keep.byTime')}
        </Button>
      </Group>
    )
  }
  const time = parseRetentionTime(keep)
  const consequence =
    time === undefined
      ? t('indexSets.keep.help')
      : perDay === undefined
        ? t('indexSets.keep.noData')
        : t('indexSets.keep.size', { size: bytes(perDay * retentionDays(time)) })
  return (
    <TextInput
      label={t('indexSets.keep')}
      description={consequence}
      required
      autoComplete="off"
      maw={320}
      {...form.text('keep')}
    />
  )
}
