import type { Widget } from '@logyard/contract/views/view-state'
import { Button, Group, Modal, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { useTextDraft } from '../../query/query-input/use-text-draft.ts'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import { isPatterns } from '../../view-document/model/patterns-widget.ts'
import { isTable } from '../../view-document/model/table-widget.ts'
import { isText, type TextWidget, textConfig, textOfWidget } from '../../view-document/model/text-widget.ts'
import { isAggregation, isMessages } from '../../view-document/model/view-model.ts'
import { defaultTitle } from '../../view-document/model/widget-title.ts'
import { PartialBadge } from '../body/partial-badge.tsx'
import { WidgetBody } from '../body/widget-body.tsx'
import { AggregationSettings } from './aggregation-settings.tsx'
import { MessagesSettings } from './messages-settings.tsx'
import { PatternsSettings } from './patterns-settings.tsx'
import { TableSettings } from './table-settings.tsx'
import classes from './widget-editor.module.css'

export interface WidgetEditorProps {
  readonly widget: Widget
  readonly title: string
  readonly onClose: () => void
  /** Above the settings: a dashboard widget's own range, streams and query. */
  readonly children?: ReactNode
}

/** A widget in full screen with its settings beside it. Changes show at once; Cancel reverts them, or removes a new one. */
export function WidgetEditor({ widget, title, onClose, children }: WidgetEditorProps) {
  const t = useText()
  const { updateWidget, removeWidget, setTitle, startsInEditor, resultOf, stopRefreshing } = useSearchActions()
  const [original] = useState({ widget, title, isNew: startsInEditor(widget.id) })
  const isRenamed = useRef(false)
  useEffect(() => stopRefreshing(), [stopRefreshing])
  const result = resultOf(widget.id)
  const revert = () => {
    if (original.isNew) return removeWidget(widget.id)
    if (widget !== original.widget) updateWidget(original.widget)
    if (isRenamed.current)
      setTitle(widget.id, original.title === defaultTitle(original.widget, t) ? '' : original.title)
  }
  const rename = (next: string) => {
    isRenamed.current = true
    setTitle(widget.id, next)
  }
  const cancel = () => {
    revert()
    onClose()
  }
  return (
    <Modal.Root opened onClose={cancel} fullScreen transitionProps={{ duration: 0 }}>
      <Modal.Content className={classes['content'] ?? ''} aria-label={t('widgets.editor.title', { title })}>
        <Modal.Header>
          <Modal.Title translate="no">{t('widgets.editor.title', { title })}</Modal.Title>
          <Group gap="sm">
            <PartialBadge result={result} />
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
              <TitleField title={title} onChange={rename} />
              {isMessages(widget) && (
                <MessagesSettings config={widget.config} onChange={(config) => updateWidget({ ...widget, config })} />
              )}
              {isTable(widget) && <TableSettings widget={widget} onChange={updateWidget} />}
              {isText(widget) && <TextSettings widget={widget} onChange={updateWidget} />}
              {isPatterns(widget) && <PatternsSettings widget={widget} onChange={updateWidget} />}
              {isAggregation(widget) && (
                <AggregationSettings
                  config={widget.config}
                  onChange={(config) => updateWidget({ ...widget, config })}
                />
              )}
            </div>
            <div className={classes['preview']}>
              <div className={classes['picture']}>
                <WidgetBody widget={widget} result={result} isInteractive canEdit isEdited onEdit={undefined} />
              </div>
            </div>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Applies when it loses the focus; an empty field restores the title that describes the settings. */
function TitleField({ title, onChange }: { title: string; onChange: (title: string) => void }) {
  const t = useText()
  const [draft, setDraft] = useTextDraft(title)
  const commit = () => {
    if (draft.trim() !== title) onChange(draft)
  }
  return (
    <TextInput
      size="xs"
      mb="md"
      label={t('widgets.editor.titleField')}
      value={draft}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}

/** The source of the text. */
function TextSettings({ widget, onChange }: { widget: TextWidget; onChange: (widget: TextWidget) => void }) {
  const t = useText()
  return (
    <Textarea
      data-autofocus
      label={t('widgets.text.label')}
      description={t('widgets.text.help')}
      autosize
      minRows={14}
      maxRows={40}
      value={textOfWidget(widget)}
      onChange={(event) => onChange({ ...widget, config: textConfig(event.currentTarget.value) })}
    />
  )
}
