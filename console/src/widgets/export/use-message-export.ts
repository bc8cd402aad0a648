import { exportSearch, exportSearchType } from '@logyard/contract/message-export'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useCall } from '../../app/services.tsx'
import { useText } from '../../app/text/text.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { downloadFile, fileName } from './download-file.ts'
import { EXPORT_FORMATS, type ExportableTable, type ExportFormat, type ExportSource } from './message-export.ts'

export interface ExportChoice {
  readonly table: ExportableTable | undefined
  readonly fields: readonly string[]
  readonly format: ExportFormat
  /** Absent: all of them. */
  readonly limit: number | undefined
}

/** Fetches the messages and hands them to the browser; leaving the dialog ends it on the server as well. */
export function useMessageExport(source: ExportSource) {
  const call = useCall()
  const t = useText()
  const notify = useNotify()
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  return useMutation({
    mutationFn: async ({ table, fields, format, limit }: ExportChoice) => {
      const { mime, extension } = EXPORT_FORMATS.find(({ id }) => id === format) ?? EXPORT_FORMATS[0]
      const executed = table?.of ?? source
      const abort = new AbortController()
      running.current = abort
      const common = {
        body: {
          fields_in_order: [...fields],
          execution_state: executed.state,
          ...(limit === undefined ? {} : { limit }),
        },
        accept: mime,
        signal: abort.signal,
      }
      const { searchId } = executed
      const searchTypeId = table?.searchTypeId
      const content =
        searchTypeId === undefined
          ? await call(exportSearch, { params: { searchId }, ...common })
          : await call(exportSearchType, { params: { searchId, searchTypeId }, ...common })
      if (!(content instanceof Blob)) throw new Error('the answer is no file')
      downloadFile(fileName(`${table?.title ?? source.title} search result`, extension), content)
    },
    onError: (error, { table }) => {
      if (running.current?.signal.aborted) return
      notify.error(error.message, t(table === undefined ? 'search.export.failed' : 'search.export.tableFailed'))
    },
  })
}
