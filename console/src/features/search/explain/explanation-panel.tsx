/** Explains messages beside the results, which stay usable: what it finds is added to the query from here. */
import { type ComparedMessages, type ComparedWith, explainMessages } from '@logyard/contract/search/explanations'
import { Drawer, SegmentedControl, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { callQuery } from '../../../api/call-query.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { ExplanationFindings } from '../../../query/explanations/explanation-findings.tsx'
import { useRangeText } from '../../../query/time-range/use-range-text.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loading } from '../../../ui/page/loading.tsx'
import { useSearchActions } from '../../../view-document/actions/search-actions.ts'
import { COMPARISONS, type Explained, explanationRequest, hasRest } from './explained.ts'

interface ExplanationPanelProps {
  readonly explained: Explained
  readonly onClose: () => void
}

const FRESH_MS = 60_000

export function ExplanationPanel({ explained, onClose }: ExplanationPanelProps) {
  const t = useText()
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={t('searchTools.explain.title')}
      withOverlay={false}
      lockScroll={false}
      trapFocus={false}
      closeOnClickOutside={false}
    >
      <Content key={JSON.stringify(explained)} explained={explained} />
    </Drawer>
  )
}

function Content({ explained }: { readonly explained: Explained }) {
  const t = useText()
  const call = useCall()
  const { addToQuery, excludeFromQuery } = useSearchActions()
  const offered = COMPARISONS.filter((one) => one !== 'rest' || hasRest(explained))
  const [compared, setCompared] = useState<ComparedWith>(offered[0] ?? 'before')
  const body = useMemo(() => explanationRequest(explained, compared), [explained, compared])
  const answer = useQuery({
    ...callQuery(call, ['explanation', body], explainMessages, { body }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    retry: false,
  })
  return (
    <Stack gap="sm">
      {explained.query !== undefined && (
        <Text size="xs" ff="monospace" lineClamp={3} translate="no">
          {explained.query}
        </Text>
      )}
      <SegmentedControl
        size="xs"
        aria-label={t('searchTools.explain.compareWith')}
        data={offered.map((value) => ({ value, label: t(`searchTools.explain.with.${value}`) }))}
        value={compared}
        onChange={(value) => setCompared(COMPARISONS.find((one) => one === value) ?? 'before')}
      />
      {answer.isError ? (
        <LoadFailed error={answer.error} onRetry={answer.refetch} />
      ) : answer.isPending ? (
        <Loading label={t('searchTools.explain.loading')} />
      ) : (
        <Stack gap="sm" aria-busy={answer.isFetching} opacity={answer.isPlaceholderData ? 0.6 : 1}>
          <ExplanationFindings explanation={answer.data} actions={{ only: addToQuery, without: excludeFromQuery }} />
          <div>
            <Side label={t('searchTools.explain.these')} messages={answer.data.inside} />
            <Side label={t('searchTools.explain.others')} messages={answer.data.outside} />
          </div>
        </Stack>
      )}
    </Stack>
  )
}

function Side({ label, messages }: { readonly label: string; readonly messages: ComparedMessages }) {
  const t = useText()
  const rangeText = useRangeText()
  return (
    <Dimmed size="xs">
      {t('searchTools.explain.side', {
        label,
        count: messages.messages,
        rate: messages.per_minute,
        ranges: messages.timeranges.map(rangeText).join('; '),
      })}
    </Dimmed>
  )
}
