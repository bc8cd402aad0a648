import type { KeyboardEvent, PointerEvent } from 'react'
import { useText } from '../../base/text/text.tsx'
import { MAX_WIDTH, MIN_WIDTH } from './column-choices.ts'
import classes from './data-table.module.css'

interface ColumnHandleProps {
  /** The heading of the column. */
  readonly name: string
  readonly width: number | undefined
  /** Takes each width of a drag. */
  readonly onPreview: (width: number) => void
  /** Takes the width at the end of a drag, and that of a key. */
  readonly onResize: (width: number | undefined) => void
}

const KEY_STEP = 20

/** Changes the width of a column by dragging or by arrow keys. A double click or Delete restores the usual width. */
export function ColumnHandle({ name, width, onPreview, onResize }: ColumnHandleProps) {
  const t = useText()
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const handle = event.currentTarget
    const from = event.clientX - shownWidth(handle)
    handle.setPointerCapture(event.pointerId)
    let dragged: number | undefined
    handle.onpointermove = ({ clientX }) => {
      dragged = clientX - from
      onPreview(dragged)
    }
    handle.onlostpointercapture = () => {
      if (dragged !== undefined) onResize(dragged)
      handle.onpointermove = null
      handle.onlostpointercapture = null
    }
  }
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    if (key === 'ArrowLeft') onResize(shownWidth(currentTarget) - KEY_STEP)
    if (key === 'ArrowRight') onResize(shownWidth(currentTarget) + KEY_STEP)
    if (key === 'Delete') onResize(undefined)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved, not a rule between texts
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      title={t('ui.list.width', { column: name })}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      aria-valuenow={width ?? MIN_WIDTH}
      aria-valuetext={width === undefined ? t('ui.list.width.automatic') : t('ui.list.width.pixels', { pixels: width })}
      className={classes['handle']}
      onPointerDown={drag}
      onDoubleClick={() => onResize(undefined)}
      onKeyDown={onKeyDown}
    />
  )
}

const shownWidth = (handle: HTMLElement) => handle.closest('th')?.getBoundingClientRect().width ?? MIN_WIDTH
