import type { AlertDetails } from '@logyard/contract/alerts/alerts'
import type { EventReplay } from '@logyard/contract/events/events'
import { type ExplanationRequest, explainMessages } from '@logyard/contract/search/explanations'
import { Button, Group, Stack, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowsDiff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { callQuery } from '../../../api/call-query.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { ExplanationFindings } from '../../../query/explanations/explanation-findings.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { LoadingLines } from '../../../ui/page/loading.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import { groupQuery, replayQuery } from '../replay.ts'
import { explanationQuery } from './evidence-queries.ts'

/** The time before that the window is compared with: several windows, at least an hour. */
const WINDOWS_BEFORE = 6
const LEAST_BEFORE_MS = 3_600_000

interface AlertExplanationProps {
  readonly alert: AlertDetails
  /** Only who may read the definition can ask. */
  readonly isDefined: boolean
}

/**
 * What differed when the alert opened, as it was stored then; on request what differs in the window of its latest event:
 * all messages of its streams and group, against the time before.
 */
export function AlertExplanation({ alert, isDefined }: AlertExplanationProps) {
  const t = useText()
  const call = useCall()
  const { data: stored } = useQuery(explanationQuery(call, alert.id))
  const { data: replay } = useQuery({ ...replayQuery(call, alert.latest_event_id), enabled: isDefined })
  const [isAsked, setIsAsked] = useState(false)
  useHotkeys([['e', () => setIsAsked(true)]])
  // An event about one message has no window.
  const asked = replay?.index === null ? replay : undefined
  const hasStored = stored?.state === 'waiting' || stored?.state === 'ready'
  const ask = asked !== undefined && (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconArrowsDiff size={14} />}
      onClick={() => setIsAsked(true)}
      style={{ alignSelf: 'start' }}
    >
      {t(hasStored ? 'alerts.explain.now' : 'alerts.explain')}
    </Button>
  )
  if (asked !== undefined && isAsked)
    return (
      <Section>
        <Asked replay={asked} group={alert.group} />
      </Section>
    )
  if (!hasStored) return ask || null
  return (
    <Section>
      {stored.explanation === null || stored.explained_at === null ? (
        <LoadingLines lines={3} />
      ) : (
        <Stack gap="xs">
          <Dimmed size="xs">
            {t('alerts.explain.then')} <Instant instant={stored.explained_at} />
          </Dimmed>
          <ExplanationFindings explanation={stored.explanation} />
        </Stack>
      )}
      <Group mt="sm">{ask}</Group>
    </Section>
  )
}

function Section({ children }: { readonly children: ReactNode }) {
  const t = useText()
  return (
    <section aria-label={t('searchTools.explain.title')}>
      <Title order={2} size="sm" mb="xs">
        {t('searchTools.explain.title')}
      </Title>
      {children}
    </section>
  )
}

function Asked({ replay, group }: { readonly replay: EventReplay; readonly group: readonly string[] }) {
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
