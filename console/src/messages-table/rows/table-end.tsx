import { useText } from '../../base/text/text.tsx'
import { MESSAGES_PER_PAGE } from '../../view-document/model/widget-search-types.ts'
import { MOST_PRINTED } from './message-rows.tsx'
import classes from './message-table.module.css'

interface TableEndProps {
  readonly loaded: number
  readonly total: number
  readonly isLoading: boolean
  readonly hasMore: boolean
}

/** Below the last row: that more is loading, or how many messages are out of reach. */
export function TableEnd({ loaded, total, isLoading, hasMore }: TableEndProps) {
  const t = useText()
  return (
    <>
      {isLoading && <div className={classes['end']}>{t('messages.loadingMore')}</div>}
      {!isLoading && !hasMore && loaded < total && (
        <div className={classes['end']} role="note">
          {t('messages.window', { loaded, total, pages: Math.ceil(loaded / MESSAGES_PER_PAGE) })}
        </div>
      )}
      {loaded > MOST_PRINTED && (
        <div className={classes['printedOnly']}>{t('messages.printed', { printed: MOST_PRINTED, loaded })}</div>
      )}
    </>
  )
}
