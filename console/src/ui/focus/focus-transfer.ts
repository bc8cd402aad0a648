/**
 * The focus on its way from one page to another: what is saved under a new name opens as another page, where whoever
 * saved it goes on from the same control.
 */
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useRef } from 'react'

const KEY = ['hand-over', 'focus'] as const

/** Told with the id of the view whose page comes next. */
export function useHandOverFocus(): (viewId: string) => void {
  const client = useQueryClient()
  return useCallback((viewId) => client.setQueryData<string>(KEY, viewId), [client])
}

/** For the control of the new page; it takes the focus unless something else has it by then. */
export function useHandedOverFocus<Control extends HTMLElement>(viewId: string | undefined): RefObject<Control | null> {
  const client = useQueryClient()
  const control = useRef<Control>(null)
  useEffect(() => {
    if (viewId === undefined || client.getQueryData<string>(KEY) !== viewId) return
    client.removeQueries({ queryKey: KEY })
    if (document.activeElement === document.body) control.current?.focus()
  }, [client, viewId])
  return control
}
