import { listOwnRunningSearches, type RunningSearches } from '@logyard/contract/search/running-searches'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pickQuery } from '../../../api/call-query.ts'
import { useCall, useClock } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useNow } from '../../../ui/time/use-now.ts'
import { WorkProgress } from '../../../ui/work-progress/work-progress.tsx'
import type { RequestedTable } from './use-table.ts'

const SHOW_AFTER_MS = 1_000
const POLL_MS = 500

/** The progress of a table that takes longer than a second, with a button to stop it. */
export function TableRun({ table: { isRunning, tag, stop } }: { readonly table: RequestedTable }) {
  return isRunning ? <Run key={tag} tag={tag} onStop={stop} /> : null
}

interface RunProps {
  readonly tag: string
  readonly onStop: () => void
}

function Run(props: RunProps) {
  const { now } = useClock()
  const [startedAt] = useState(now)
  return useNow('second') - startedAt < SHOW_AFTER_MS ? null : <LongRun {...props} />
}

/** The request is one of the user's running searches. */
function LongRun({ tag, onStop }: RunProps) {
  const t = useText()
  const progressOf = ({ searches }: RunningSearches) => searches.find((search) => search.tag === tag)?.progress ?? null
  const progress = useQuery({
    ...pickQuery(useCall(), ['running-searches', 'table', tag], progressOf, listOwnRunningSearches, {
      extendSession: false,
    }),
    refetchInterval: POLL_MS,
    gcTime: 0,
  })
  return (
    <WorkProgress
      figures={progress.data ?? undefined}
      label={t('search.steps.loading')}
      stopLabel={t('search.info.cancel')}
      onStop={onStop}
    />
  )
}
