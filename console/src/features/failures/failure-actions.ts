/** Replays or deletes selected failures, or all that match a filter, in sequential calls of bounded size. */
import {
  deleteFailures,
  type FailureFilter,
  type FailureSelection,
  replayFailures,
} from '@logyard/contract/ingest/failures'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { statusText } from '../../api/api-error.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'
import { FAILURE_COUNTS_KEY, FAILURES_KEY } from '../../ingest/failure-counts.ts'
import { useConfirm } from '../../ui/confirm/confirm.tsx'
import { FAILURE_LIST_KEY } from './failure-queries.ts'
import { queryOf, useFailuresNode } from './use-failures-node.ts'

/** `filter` must set `up_to`, so that failures that occur meanwhile are not included. */
export type Chosen =
  | { readonly kind: 'some'; readonly numbers: readonly number[] }
  | { readonly kind: 'found'; readonly filter: FailureFilter; readonly total: number }

interface Progress {
  readonly kind: 'replay' | 'delete'
  readonly done: number
  readonly total: number
}

export interface FailureActions {
  readonly progress: Progress | undefined
  /** Resolves to true if all were stored: none failed again. */
  readonly replay: (chosen: Chosen) => Promise<boolean>
  /** Asks for confirmation first. */
  readonly remove: (chosen: Chosen) => Promise<boolean>
  /** Stops after the current call. */
  readonly cancel: () => void
}

interface Done {
  readonly done: number
  readonly failed: number
  readonly next: number | null
}

const totalOf = (chosen: Chosen) => (chosen.kind === 'some' ? chosen.numbers.length : chosen.total)
const firstOf = (chosen: Chosen): FailureSelection =>
  chosen.kind === 'some' ? { numbers: [...chosen.numbers] } : { filter: chosen.filter }

export function useFailureActions(): FailureActions {
  const call = useCall()
  const query = queryOf(useFailuresNode().nodeId)
  const t = useText()
  const notify = useNotify()
  const confirm = useConfirm()
  const client = useQueryClient()
  const [progress, setProgress] = useState<Progress>()
  const isCancelled = useRef(false)

  const calls = {
    async replay(body: FailureSelection): Promise<Done> {
      const { stored, failed, next } = await call(replayFailures, { body, query })
      return { done: stored, failed, next }
    },
    async delete(body: FailureSelection): Promise<Done> {
      const { deleted, next } = await call(deleteFailures, { body, query })
      return { done: deleted, failed: 0, next }
    },
  }

  async function run(kind: Progress['kind'], chosen: Chosen): Promise<boolean> {
    const total = totalOf(chosen)
    let selection: FailureSelection | undefined = firstOf(chosen)
    let done = 0
    let failed = 0
    isCancelled.current = false
    try {
      while (selection !== undefined && !isCancelled.current) {
        setProgress({ kind, done: done + failed, total })
        const some: Done = await calls[kind](selection)
        done += some.done
        failed += some.failed
        const isMore: boolean = chosen.kind === 'found' && some.next !== null
        selection =
          isMore && chosen.kind === 'found' ? { filter: { ...chosen.filter, up_to: some.next ?? 0 } } : undefined
      }
      tell(kind, done, failed)
      return failed === 0
    } catch (error) {
      if (done > 0) tell(kind, done, failed)
      notify.error(t(`failures.${kind}.failed`, { status: statusText(error) }), t(`failures.${kind}.failed.title`))
      return false
    } finally {
      setProgress(undefined)
      // After full success the details of the processed failures are gone: refetching them would only return 404.
      const stale = failed > 0 ? [FAILURES_KEY] : [FAILURE_LIST_KEY, FAILURE_COUNTS_KEY]
      await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })))
    }
  }

  function tell(kind: Progress['kind'], done: number, failed: number) {
    if (kind === 'delete') notify.success(t('failures.delete.done', { count: done }))
    else if (failed === 0) notify.success(t('failures.replay.done', { count: done }))
    else notify.warning(t('failures.replay.doneInPart', { count: done, failed }))
  }

  async function remove(chosen: Chosen): Promise<boolean> {
    const count = totalOf(chosen)
    const agreed = await confirm({
      title: t('failures.delete.title', { count }),
      text: t('failures.delete.text', { count }),
      confirmLabel: t('failures.delete.confirm', { count }),
      isDangerous: true,
    })
    return agreed && (await run('delete', chosen))
  }

  return {
    progress,
    replay: (chosen) => run('replay', chosen),
    remove,
    cancel() {
      isCancelled.current = true
    },
  }
}
