import type { Widget, WidgetPositions } from '@logyard/contract/views/view-state'
import { Loader, Title } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import type { RowAction } from '../../ui/menu/row-actions-menu.tsx'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import { isText } from '../../view-document/model/text-widget.ts'
import { isAggregation } from '../../view-document/model/view-model.ts'
import { WidgetBody } from '../body/widget-body.tsx'
import { ChartPictureProvider, type Picture } from '../export/chart-picture.ts'
import classes from './widget-grid.module.css'
import { WidgetMenu } from './widget-menu.tsx'
import { WidgetTitle } from './widget-title-field.tsx'

const WidgetEditor = lazy(() =>
  import('../editor/widget-editor.tsx').then((module) => ({ default: module.WidgetEditor })),
)

export interface WidgetFrameProps {
  readonly widget: Widget
  readonly title: string
  /** The page that it can be moved on. */
  readonly page: { readonly widgets: readonly Widget[]; readonly positions: Readonly<WidgetPositions> }
  readonly isInteractive: boolean
  /** Without it the widget cannot be changed. */
  readonly canEdit: boolean
  /** Shown above the settings in its editor. */
  readonly editorBar: ((widget: Widget) => ReactNode) | undefined
  /** Absent: it cannot be dragged. */
  readonly handleClass: string | undefined
  readonly menuActions: readonly RowAction[]
}

/** The panel around a widget: its title, its menu, and whether newer results are loading. */
export function WidgetFrame(props: WidgetFrameProps) {
  const { widget, title, page, isInteractive, canEdit, editorBar, handleClass, menuActions } = props
  const t = useText()
  const titleId = useId()
  const actions = useSearchActions()
  const [isRenaming, setIsRenaming] = useState(false)
  const [isEditing, setIsEditing] = useState(false)
  const [isTable, setIsTable] = useState(false)
  const picture = useRef<Picture>(undefined)
  const result = actions.resultOf(widget.id)
  return (
    <ChartPictureProvider value={picture}>
      <article className={classes['frame']} aria-labelledby={titleId} aria-busy={result.isLoading}>
        <header className={classes['head']}>
          {handleClass !== undefined && (
            <span className={`${classes['handle']} ${handleClass}`} title={t('widgets.move')} aria-hidden>
              <IconGripVertical size={14} />
            </span>
          )}
          <div className={classes['title']} id={titleId}>
            {isRenaming ? (
              <WidgetTitle
                title={title}
                onDone={(changed) => {
                  setIsRenaming(false)
                  if (changed !== undefined) actions.setTitle(widget.id, changed)
                }}
              />
            ) : (
              <Title
                order={2}
                size="inherit"
                fw="inherit"
                translate="no"
                onDoubleClick={canEdit ? () => setIsRenaming(true) : undefined}
              >
                {title}
              </Title>
            )}
          </div>
          {result.isLoading && <Loader size={12} role="status" aria-label={t('widgets.loading')} />}
          {isInteractive && (
            <WidgetMenu
              widget={widget}
              title={title}
              page={page}
              pageActions={menuActions}
              canEdit={canEdit}
              onEdit={() => setIsEditing(true)}
              onRename={() => setIsRenaming(true)}
              table={{ isShown: isTable, toggle: () => setIsTable(!isTable) }}
            />
          )}
        </header>
        <WidgetBody
          widget={isTable ? asTable(widget) : widget}
          result={result}
          isInteractive={isInteractive}
          canEdit={canEdit}
          onEdit={() => setIsEditing(true)}
        />
        <Suspense fallback={null}>
          {isEditing && (
            <WidgetEditor widget={widget} title={title} onClose={() => setIsEditing(false)}>
              {!isText(widget) && editorBar?.(widget)}
            </WidgetEditor>
          )}
        </Suspense>
      </article>
    </ChartPictureProvider>
  )
}

/** The same data as a table. */
const asTable = (widget: Widget): Widget =>
  isAggregation(widget) ? { ...widget, config: { ...widget.config, visualization: 'table' } } : widget
