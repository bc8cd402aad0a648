/**
 * Saving a view under a new name opens another page; keyboard users continue there at the control that saved it. The
 * id of the view waits in the query cache until that page renders.
 */
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useRef } from 'react'

const KEY = ['focus-after-save'] as const

/** Call it with the id of the saved view before its page opens. */
export function useRequestFocusAfterSave(): (viewId: string) => void {
  const client = useQueryClient()
  return useCallback((viewId) => client.setQueryData<string>(KEY, viewId), [client])
}

/** The ref of the control on the new page. It gets the focus unless something else already has it. */
export function useFocusAfterSave<Control extends HTMLElement>(viewId: string | undefined): RefObject<Control | null> {
  const client = useQueryClient()
  const control = useRef<Control>(null)
  useEffect(() => {
    if (viewId === undefined || client.getQueryData<string>(KEY) !== viewId) return
    client.removeQueries({ queryKey: KEY })
    if (document.activeElement === document.body) control.current?.focus()
  }, [client, viewId])
  return control
}
