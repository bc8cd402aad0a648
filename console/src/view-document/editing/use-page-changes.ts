/** The actions of widgets that only change the page: the same on searches and dashboards. */
import type { ViewState, Widget } from '@logyard/contract/views/view-state'
import { useMemo, useRef } from 'react'
import { useText } from '../../base/text/text.tsx'
import type { FieldTypes } from '../../query/fields/field-types.ts'
import type { NewWidget, PageChanges } from '../actions/search-actions.ts'
import { randomIds } from '../model/random-ids.ts'
import { type Place, placedFirst } from '../model/widget-positions.ts'
import { defaultTitle } from '../model/widget-title.ts'
import { documentsFor } from './new-widgets.ts'
import {
  withDuplicate,
  withHighlight,
  withNewWidget,
  withoutHighlight,
  withoutWidget,
  withPositions,
  withSort,
  withTitle,
  withWidget,
} from './view-changes.ts'

interface EditedPage {
  /** The page at the moment of the change. */
  readonly page: () => ViewState
  readonly changePage: (update: (old: ViewState) => ViewState) => void
  readonly typeOf: FieldTypes['typeOf']
  /** Adds defaults to a new widget, such as its own time range. */
  readonly complete?: (widget: Widget) => Widget
  /** Where new widgets are placed; absent: at the top. */
  readonly place?: Place
}

/** The functions passed in must be stable. */
export function usePageChanges({ page, changePage, typeOf, complete, place = placedFirst }: EditedPage): PageChanges {
  const t = useText()
  const inEditor = useRef(new Set<string>())
  return useMemo(() => {
    const addWidget = (widget: NewWidget): string => {
      const added = withNewWidget(page(), widget, randomIds, place)
      const whole = added.state.widgets.map((one) => (one.id === added.id ? (complete?.(one) ?? one) : one))
      if (widget.startsInEditor === true) inEditor.current.add(added.id)
      changePage(() => ({ ...added.state, widgets: whole }))
      return added.id
    }
    return {
      addWidget,
      updateWidget: (widget) => changePage((old) => withWidget(old, widget)),
      sortWidget: (id, sort) => changePage((old) => withSort(old, id, sort)),
      removeWidget: (id) => changePage((old) => withoutWidget(old, id)),
      duplicateWidget(id) {
        const { widgets, titles } = page()
        const original = widgets.find((widget) => widget.id === id)
        if (original === undefined) return
        const title = titles.widget?.[id] ?? defaultTitle(original, t)
        changePage((old) => withDuplicate(old, id, t('widgets.copyOf', { title }), randomIds, place)?.state ?? old)
      },
      startsInEditor: (id) => inEditor.current.has(id),
      leaveEditor: (id) => void inEditor.current.delete(id),
      setTitle: (id, title) => changePage((old) => withTitle(old, id, title)),
      setPositions: (positions) => changePage((old) => withPositions(old, positions)),
      showDocumentsFor(path, widget) {
        const documents = documentsFor(path, widget, typeOf)
        addWidget({ ...documents.widget, title: t('widgets.messagesFor', { condition: documents.condition }) })
      },
      setHighlight: (rule) => changePage((old) => withHighlight(old, rule)),
      removeHighlight: (rule) => changePage((old) => withoutHighlight(old, rule)),
    }
  }, [page, changePage, complete, place, typeOf, t])
}
