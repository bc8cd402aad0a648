import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useRef } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { MessageDetailPanel } from '../../../messages-table/details/message-detail-panel.tsx'
import { useValueMenuHost } from '../../../messages-table/fields/use-value-menu-host.tsx'
import classes from '../../../messages-table/rows/message-table.module.css'
import { rowHeightOf } from '../../../messages-table/rows/table-height.ts'
import { useMessageKeys } from '../../../messages-table/rows/use-message-keys.ts'
import { useRowTools } from '../../../messages-table/rows/use-row-tools.ts'
import { useTableDisplay } from '../../../messages-table/rows/use-table-display.ts'
import styles from './live.module.css'
import { LiveRows } from './live-rows.tsx'
import type { TailBuffer } from './tail-buffer.ts'
import { useLiveScroll } from './use-live-scroll.ts'
import { useLiveSelection } from './use-live-selection.ts'

interface LiveTableProps {
  readonly buffer: TailBuffer
  readonly isPaused: boolean
  /** The widget whose columns are shown. */
  readonly widget: MessagesWidget
  readonly onHold: () => void
  readonly onRelease: () => void
}

/** Messages as they arrive, newest last; the list stands still while the reader scrolls up, selects text or reads. */
export function LiveTable({ buffer, isPaused, widget, onHold, onRelease }: LiveTableProps) {
  const t = useText()
  const { rows, isHolding, heldCount } = buffer
  const container = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const valueMenu = useValueMenuHost(widget)
  const tools = useRowTools()
  const { rowHeight } = useTableDisplay()
  const selection = useLiveSelection({ rows, rowHeight, scroller, container, onHold })
  const isReading = isPaused || selection.openNumber !== undefined
  const { rowWindow, onScroll } = useLiveScroll({ scroller, rows, rowHeight, isHolding, isReading, onHold, onRelease })
  const { activeRow } = selection
  const keys = useMessageKeys({
    isOn: true,
    move: selection.move,
    open: selection.toggleActive,
    close: selection.close,
    context: () => activeRow !== undefined && selection.open(activeRow, true),
    activeHit: activeRow?.hit,
    hitAt: (index) => rows[index]?.hit,
  })
  return (
    <div ref={container} className={styles['split']}>
      <div className={styles['list']}>
        <section
          ref={scroller}
          className={classes['scroll']}
          aria-label={t('searchTools.live.messages')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          style={rowHeightOf(rowHeight)}
          onScroll={onScroll}
          {...keys}
        >
          <LiveRows
            rows={rows}
            rowWindow={rowWindow}
            rowHeight={rowHeight}
            widget={widget}
            tools={tools}
            selection={selection}
            onValue={valueMenu.show}
          />
        </section>
        {isHolding && !isPaused && <NewMessagesButton count={heldCount} onClick={onRelease} />}
      </div>
      {selection.openRow?.hit !== undefined && (
        <MessageDetailPanel
          hit={selection.openRow.hit}
          widget={widget}
          isInteractive
          isContextOpen={selection.isContextOpen}
          onClose={selection.close}
        />
      )}
      {valueMenu.menu}
    </div>
  )
}

function NewMessagesButton({ count, onClick }: { count: number; onClick: () => void }) {
  const t = useText()
  return (
    <Button
      className={styles['pill'] ?? ''}
      radius="xl"
      size="xs"
      leftSection={<IconArrowDown size={14} />}
      onClick={onClick}
    >
      {t('searchTools.live.new', { count })}
    </Button>
  )
}
