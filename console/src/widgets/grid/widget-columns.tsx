/** Widgets on twelve columns: moved by their handle, resized at their corner, compacted upwards. */
import type { Widget } from '@logyard/contract/views/view-state'
import type { CSSProperties, ReactNode, Ref } from 'react'
import { GridLayout, type Layout, type LayoutItem } from 'react-grid-layout'
import { absoluteStrategy } from 'react-grid-layout/core'
import 'react-grid-layout/css/styles.css'
import { useText } from '../../base/text/text.tsx'
import { COLUMNS } from '../../view-document/model/widget-positions.ts'
import { DRAG_HANDLE, heightOf, MARGIN } from './grid-sizes.ts'
import classes from './widget-grid.module.css'

interface WidgetColumnsProps {
  /** In reading order. */
  readonly widgets: readonly Widget[]
  readonly layout: LayoutItem[]
  readonly width: number
  readonly rowHeight: number
  readonly canEdit: boolean
  readonly onLayout: (layout: Layout) => void
  readonly frame: (widget: Widget) => ReactNode
}

export function WidgetColumns({ widgets, layout, width, rowHeight, canEdit, onLayout, frame }: WidgetColumnsProps) {
  const places = new Map(layout.map((place) => [place.i, placeOnPaper(place)]))
  return (
    <GridLayout
      className={classes['grid'] ?? ''}
      width={width}
      layout={layout}
      // A transform would displace elements with a fixed position inside a widget.
      positionStrategy={absoluteStrategy}
      gridConfig={{ cols: COLUMNS, rowHeight, margin: [MARGIN, MARGIN], containerPadding: [0, 0] }}
      dragConfig={{ enabled: canEdit, handle: `.${DRAG_HANDLE}`, bounded: false }}
      resizeConfig={{
        enabled: canEdit,
        handles: ['se'],
        handleComponent: (_axis, handle) => <Corner handle={handle} />,
      }}
      onDragStop={onLayout}
      onResizeStop={onLayout}
    >
      {widgets.map((widget) => (
        <div key={widget.id} style={places.get(widget.id)}>
          {frame(widget)}
        </div>
      ))}
    </GridLayout>
  )
}

function Corner({ handle }: { handle: Ref<HTMLSpanElement> }) {
  const t = useText()
  return <span ref={handle} className={`react-resizable-handle ${classes['corner']}`} title={t('widgets.resize')} />
}

/** A table gets as many more rows as it needs; widgets beside it keep their height. */
const placeOnPaper = ({ x, y, w, h }: LayoutItem): CSSProperties & Record<`--${string}`, string> => ({
  gridArea: `${y + 1} / ${x + 1} / span ${h} / span ${w}`,
  '--ly-widget-height': `${heightOf(h)}px`,
})
