import { getDownload, stopDownload } from '@logyard/contract/search/message-export'
import type { WorkProgress } from '@logyard/contract/search/search-jobs'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { polledQuery } from '../../api/call-query.ts'
import { useCall } from '../../base/services/services.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'
import { unlessMissing, useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { useNow } from '../../ui/time/use-now.ts'
import { useMissingText } from '../../view-document/execution/use-missing-text.ts'
import type { BegunDownload } from './use-message-export.ts'

export interface RunningExport {
  /** Whether it runs for more than a second already. */
  readonly isLong: boolean
  /** Undefined until something is known. */
  readonly figures: WorkProgress | undefined
  readonly stop: () => void
}

const POLL_MS = 500
const LONG_MS = 1000

/** Follows a download until it has ended: the browser has the file then, or says why not. */
export function useRunningExport(download: BegunDownload | undefined, onEnd: () => void): RunningExport {
  const call = useCall()
  const now = useNow('second')
  const ticket = download?.ticket ?? ''
  const status = useQuery({
    ...polledQuery(call, ['download', ticket], POLL_MS, getDownload, { params: { ticket } }),
    enabled: download !== undefined,
    retry: false,
    gcTime: 0,
  })
  const stopping = useMutation({ mutationFn: () => call(stopDownload, { params: { ticket } }) })
  // A download that has just ended needs no stop.
  useFailureToast(unlessMissing(stopping.error), 'search.export.stopFailed')
  const state = status.data?.state
  const hasEnded = status.isError || state === 'done' || state === 'stopped' || state === 'failed'
  useMissingToast(status.data?.missing_shards)
  useEffect(() => {
    if (hasEnded) onEnd()
  }, [hasEnded, onEnd])
  return {
    isLong: download !== undefined && now - download.startedAt >= LONG_MS,
    figures: status.data?.progress ?? undefined,
    // The status says whether it has stopped.
    stop: () => stopping.mutate(),
  }
}

/** Says once what the file lacks; its name says it, too. */
function useMissingToast(shards: readonly number[] | undefined): void {
  const notify = useNotify()
  const missingText = useMissingText()
  const text = shards === undefined ? undefined : missingText(shards)
  useEffect(() => {
    if (text !== undefined) notify.warning(text)
  }, [text, notify])
}
