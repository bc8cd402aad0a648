import type { Widget } from '@logyard/contract/views/view-state'
import { Button, Group, Modal } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../../base/text/text.tsx'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import { isText } from '../../view-document/model/text-widget.ts'
import { isAggregation, isMessages } from '../../view-document/model/view-model.ts'
import { WidgetBody } from '../body/widget-body.tsx'
import { TextSettings } from '../text/text-settings.tsx'
import { AggregationSettings } from './aggregation-settings.tsx'
import { MessagesSettings } from './messages-settings.tsx'
import classes from './widget-editor.module.css'

export interface WidgetEditorProps {
  readonly widget: Widget
  readonly title: string
  readonly onClose: () => void
  /** Above the settings: a dashboard widget's own range, streams and query. */
  readonly children?: ReactNode
}

/** A widget in full screen with its settings beside it. Changes show at once; Cancel reverts them. */
export function WidgetEditor({ widget, title, onClose, children }: WidgetEditorProps) {
  const t = useText()
  const { updateWidget, resultOf, stopRefreshing } = useSearchActions()
  const original = useRef(widget)
  useEffect(() => stopRefreshing(), [stopRefreshing])
  const cancel = () => {
    if (widget !== original.current) updateWidget(original.current)
    onClose()
  }
  return (
    <Modal.Root opened onClose={cancel} fullScreen transitionProps={{ duration: 0 }}>
      <Modal.Content className={classes['content'] ?? ''} aria-label={t('widgets.editor.title', { title })}>
        <Modal.Header>
          <Modal.Title translate="no">{t('widgets.editor.title', { title })}</Modal.Title>
          <Group gap="sm">
            <Button size="xs" variant="default" onClick={cancel}>
              {t('ui.cancel')}
            </Button>
            <Button size="xs" onClick={onClose}>
              {t('widgets.editor.save')}
            </Button>
          </Group>
        </Modal.Header>
        <Modal.Body className={classes['body'] ?? ''}>
          {children}
          <div className={classes['editor']}>
            <div className={classes['controls']}>
              {isMessages(widget) && (
                <MessagesSettings config={widget.config} onChange={(config) => updateWidget({ ...widget, config })} />
              )}
              {isText(widget) && <TextSettings widget={widget} onChange={updateWidget} />}
              {isAggregation(widget) && (
                <AggregationSettings
                  config={widget.config}
                  onChange={(config) => updateWidget({ ...widget, config })}
                />
              )}
            </div>
            <div className={classes['preview']}>
              <div className={classes['picture']}>
                <WidgetBody
                  widget={widget}
                  result={resultOf(widget.id)}
                  isInteractive
                  canEdit
                  isEdited
                  onEdit={() => undefined}
                />
              </div>
            </div>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
