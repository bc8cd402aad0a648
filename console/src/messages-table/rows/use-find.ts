import { type KeyboardEvent, useState } from 'react'

/** Whether the find bar is open; each request moves the focus into it. */
export function useFind() {
  const [request, setRequest] = useState(0)
  return {
    request,
    toggle: () => setRequest(request === 0 ? 1 : 0),
    close: () => setRequest(0),
    /** Ctrl+F within the rows, instead of the browser's search, which knows only the rows in sight. */
    opens(event: KeyboardEvent): boolean {
      const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'f'
      if (!isFind) return false
      event.preventDefault()
      setRequest(request + 1)
      return true
    },
  }
}
export type Find = ReturnType<typeof useFind>
