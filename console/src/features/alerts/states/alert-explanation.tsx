import type { AlertDetails } from '@logyard/contract/alerts/alerts'
import type { EventReplay } from '@logyard/contract/events/events'
import { type ExplanationRequest, explainMessages } from '@logyard/contract/search/explanations'
import { Button, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowsDiff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { callQuery } from '../../../api/call-query.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { ExplanationFindings } from '../../../query/explanations/explanation-findings.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { groupQuery, replayQuery } from '../replay.ts'

/** The time before that the window is compared with: several windows, at least an hour. */
const WINDOWS_BEFORE = 6
const LEAST_BEFORE_MS = 3_600_000

/** Explains the window of the latest event: all messages of its streams and group, against the time before. */
export function AlertExplanation({ alert }: { readonly alert: AlertDetails }) {
  const t = useText()
  const { data: replay } = useQuery(replayQuery(useCall(), alert.latest_event_id))
  const [isShown, setIsShown] = useState(false)
  useHotkeys([['e', () => setIsShown(true)]])
  // An event about one message has no window.
  if (replay === undefined || replay.index !== null) return null
  if (!isShown)
    return (
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowsDiff size={14} />}
        onClick={() => setIsShown(true)}
        style={{ alignSelf: 'start' }}
      >
        {t('alerts.explain')}
      </Button>
    )
  return (
    <section aria-label={t('searchTools.explain.title')}>
      <Title order={2} size="sm" mb="xs">
        {t('searchTools.explain.title')}
      </Title>
      <Shown replay={replay} group={alert.group} />
    </section>
  )
}

function Shown({ replay, group }: { readonly replay: EventReplay; readonly group: readonly string[] }) {
  const call = useCall()
  const body = useMemo(() => requestOf(replay, group), [replay, group])
  const explanation = useQuery({
    ...callQuery(call, ['explanation', body], explainMessages, { body }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <Loaded query={explanation} lines={4}>
      {(data) => <ExplanationFindings explanation={data} />}
    </Loaded>
  )
}

function requestOf(replay: EventReplay, group: readonly string[]): ExplanationRequest {
  const { streams, from, to } = replay
  const fromMs = Date.parse(from)
  const beforeMs = Math.max(LEAST_BEFORE_MS, WINDOWS_BEFORE * (Date.parse(to) - fromMs))
  return {
    query: groupQuery(replay, group),
    streams: [...streams],
    timerange: { type: 'absolute', from: new Date(fromMs - beforeMs).toISOString(), to },
    inside: { timerange: { type: 'absolute', from, to } },
  }
}
