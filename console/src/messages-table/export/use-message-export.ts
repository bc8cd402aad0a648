import { operationUrl } from '@logyard/contract/http/operation-url'
import { prepareDownload, readDownload } from '@logyard/contract/search/message-export'
import { useMutation } from '@tanstack/react-query'
import { useClock, useServices } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'
import { fileName, saveLink } from '../../ui/download-file.ts'
import type { ExportableTable, ExportFormat, ExportSource } from './message-export.ts'

export interface ExportChoice {
  readonly source: ExportSource
  readonly table: ExportableTable | undefined
  readonly fields: readonly string[]
  readonly format: ExportFormat
  /** Absent: all messages. */
  readonly limit: number | undefined
  /** For CSV: prefixes values that a spreadsheet would calculate with a quote. */
  readonly isDefused: boolean
}

/** A download that the browser has been given. */
export interface BegunDownload {
  readonly ticket: string
  readonly name: string
  /** Time in milliseconds since the epoch. */
  readonly startedAt: number
}

/** Downloads the messages through the browser; the page holds none of them in memory. */
export function useMessageExport() {
  const { call, config } = useServices()
  const { now } = useClock()
  const t = useText()
  const notify = useNotify()
  return useMutation({
    mutationFn: async (choice: ExportChoice): Promise<BegunDownload> => {
      const { source, table, fields, format, limit, isDefused } = choice
      const { searchId, state } = table?.of ?? source
      const name = fileName(`${table?.title ?? source.title} search result`, format)
      const { ticket } = await call(prepareDownload, {
        body: {
          search_id: searchId,
          search_type_id: table?.searchTypeId ?? null,
          format,
          file_name: name,
          fields_in_order: [...fields],
          execution_state: state,
          defuse_formulas: isDefused,
          ...(limit === undefined ? {} : { limit }),
        },
      })
      saveLink(operationUrl(config.apiUrl, readDownload, { ticket }, undefined))
      return { ticket, name, startedAt: now() }
    },
    onSuccess: () => notify.info(t('search.export.begun')),
    onError: (error, { table }) => {
      notify.error(error.message, t(table === undefined ? 'search.export.failed' : 'search.export.tableFailed'))
    },
  })
}
