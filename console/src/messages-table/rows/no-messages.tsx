import { useText } from '../../base/text/text.tsx'
import { DiagnoseLink } from '../../ingest/diagnose-link.tsx'
import { missingIn } from '../../ingest/diagnosis-query.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { messagesResult } from '../../view-document/model/view-model.ts'
import type { MessageTableProps } from './use-message-table.tsx'

/** In place of a table without messages, beside other widgets. */
export function NoMessages({ widget, result }: Pick<MessageTableProps, 'widget' | 'result'>) {
  const t = useText()
  const missing = missingIn(widget.streams, messagesResult(result)?.effective_timerange)
  return <EmptyState title={t('messages.none')} text={t('messages.none.text')} action={<DiagnoseLink {...missing} />} />
}
