/** The part of an agent's report that is stored. */
import { MAX_COLLECTOR_STATUSES, MAX_LOG_FILES, MAX_VERBOSE_MESSAGE } from '@logyard/contract/sidecars/sidecar-limits'
import type { CollectorStatus, CollectorStatusList, NodeDetails } from '@logyard/contract/sidecars/sidecars'

/** Long lists and texts are cut, and equal states of collectors are one. */
export function storedDetails(details: NodeDetails): NodeDetails {
  const { log_file_list: files, status } = details
  return {
    ...details,
    ...(files == null ? {} : { log_file_list: files.slice(0, MAX_LOG_FILES) }),
    ...(status == null ? {} : { status: storedStatus(status) }),
  }
}

function storedStatus({ status, message, collectors }: CollectorStatusList): CollectorStatusList {
  const cut = collectors.slice(0, MAX_COLLECTOR_STATUSES).map(
    (one): CollectorStatus => ({
      ...one,
      message: shortened(one.message),
      verbose_message: shortened(one.verbose_message),
    }),
  )
  const distinct = new Map(
    cut.map((one) => [JSON.stringify([one.collector_id, one.status, one.message, one.verbose_message]), one]),
  )
  return { status, message: shortened(message), collectors: [...distinct.values()] }
}

/** The reason of a failure stands at the start of an output or at its end. */
function shortened(text: string): string {
  if (text.length <= MAX_VERBOSE_MESSAGE) return text
  const half = (MAX_VERBOSE_MESSAGE - 100) / 2
  return `${text.slice(0, half)}\n... ${text.length - 2 * half} characters are left out ...\n${text.slice(-half)}`
}
