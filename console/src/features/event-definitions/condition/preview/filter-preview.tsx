import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { getStream } from '@logyard/contract/streams/streams'
import { Alert, Box, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCall } from '../../../../base/services/services.tsx'
import { useMay } from '../../../../base/session/current-user.tsx'
import { useText } from '../../../../base/text/text.tsx'
import { useFailureToast } from '../../../../base/toasts/use-failure-toast.ts'
import { Dimmed } from '../../../../ui/dimmed.tsx'
import { FormSection } from '../../../../ui/form/form-section.tsx'
import { Instant } from '../../../../ui/time/instant.tsx'
import { useDurationText } from '../../../../ui/time/use-duration-text.ts'
import classes from '../condition.module.css'
import { type FoundMessages, type PreviewedSelection, runPreview } from './run-preview.ts'

const PAUSE_MS = 250

/** The newest messages that the condition is about. */
export function FilterPreview({ config }: { config: ProcessorConfig }) {
  const t = useText()
  const may = useMay()
  const durationText = useDurationText()
  const selection = previewed(config)
  if (!selection.streams.every((id) => may(getStream, { id }))) return null
  return (
    <FormSection
      title={t('definitions.preview')}
      order={3}
      description={t('definitions.preview.help', { within: durationText(selection.withinMs) })}
    >
      <Found selection={selection} />
    </FormSection>
  )
}

function previewed(config: ProcessorConfig): PreviewedSelection {
  const { query, query_parameters: parameters = [], streams } = config.type === 'sequence-v1' ? config.first : config
  return { query, parameters, streams, withinMs: windowOf(config) }
}

const HOUR_MS = 3_600_000

function windowOf(config: ProcessorConfig): number {
  if (config.type === 'absence-v1') return config.silence_ms
  return config.type === 'sequence-v1' ? HOUR_MS : config.search_within_ms
}

function Found({ selection }: { selection: PreviewedSelection }) {
  const t = useText()
  const call = useCall()
  const id = JSON.stringify(selection)
  const [settled] = useDebouncedValue(id, PAUSE_MS)
  const preview = useQuery({
    queryKey: ['filter-preview', id],
    queryFn: ({ signal }) => runPreview(call, selection, signal),
    enabled: settled === id,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  useFailureToast(preview.error, 'definitions.preview.failed')
  if (preview.data === undefined) {
    if (preview.isError) return <Alert color="red" title={t('definitions.preview.failed.title')} />
    return <Skeleton h={120} aria-label={t('definitions.preview.loading')} role="status" />
  }
  const isStale = settled !== id || preview.isPlaceholderData
  return (
    <Box aria-busy={isStale} {...(isStale && { opacity: 0.5 })}>
      {'problem' in preview.data ? (
        <Text size="sm" c="var(--mantine-color-error)" translate="no">
          {preview.data.problem}
        </Text>
      ) : (
        <PreviewMessages result={preview.data.found} />
      )}
    </Box>
  )
}

function PreviewMessages({ result }: { result: FoundMessages }) {
  const t = useText()
  if (result.messages.length === 0) {
    return <Dimmed>{t('definitions.preview.nothing')}</Dimmed>
  }
  return (
    <>
      <Text size="sm" mb="xs">
        {t('definitions.preview.count', { count: result.total_results })}
      </Text>
      <ul className={classes['messages']} aria-label={t('definitions.preview')}>
        {result.messages.map(({ message, index }) => (
          <li key={`${index} ${String(message['_id'])}`}>
            <Instant instant={String(message['timestamp'])} />
            <span className={classes['messageText']} translate="no">
              {String(message['message'] ?? '')}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
