import type { CollectorSummary } from '@logyard/contract/sidecars/collectors'
import { statusText } from '../../../api/api-error.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import type { AllMatching } from '../../../ui/data-table/data-table-props.ts'
import type { ListPosition } from '../../../ui/data-table/list-state.ts'
import { refusalText } from '../refusal-text.ts'
import { type AdministeredRow, loadMatching, rowsOf } from './administration-query.ts'

/** The rows of all pages, as they are when an action starts. */
export function useAllMatching(
  list: ListPosition,
  total: number,
  collectors: readonly CollectorSummary[],
): AllMatching<AdministeredRow> {
  const t = useText()
  const call = useCall()
  const notify = useNotify()
  return {
    offer: t('sidecars.selectAll', { count: total }),
    selected: t('sidecars.allSelected', { count: total }),
    async load() {
      try {
        return rowsOf(await loadMatching(call, list), collectors)
      } catch (error) {
        const failed = t('sidecars.toast.listFailed', { status: statusText(error) })
        notify.error(refusalText(error) ?? failed, t('sidecars.toast.listFailed.title'))
        return undefined
      }
    },
  }
}
