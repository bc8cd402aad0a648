import type { Widget } from '@logyard/contract/views/view-state'
import { useEffect, useState } from 'react'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'

/**
 * The widget whose editor is open. It belongs to the page and not to the frame of the widget, because frames are made
 * again when a window becomes narrow, or is zoomed.
 */
export function useEditedWidget(widgets: readonly Widget[], canEdit: boolean) {
  const { startsInEditor, leaveEditor } = useSearchActions()
  const [id, setId] = useState<string>()
  useEffect(() => {
    const added = widgets.find((widget) => startsInEditor(widget.id))
    if (added !== undefined) setId(added.id)
  }, [widgets, startsInEditor])
  return {
    widget: canEdit ? widgets.find((widget) => widget.id === id) : undefined,
    open: setId,
    close() {
      if (id !== undefined) leaveEditor(id)
      setId(undefined)
    },
  }
}
