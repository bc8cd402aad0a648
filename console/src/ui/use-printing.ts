import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinting = false

function subscribe(listener: () => void): () => void {
  const become = (next: boolean) => () => {
    isPrinting = next
    // The browser prints the page as it is when this event handler returns.
    flushSync(listener)
  }
  const [start, end] = [become(true), become(false)]
  window.addEventListener('beforeprint', start)
  window.addEventListener('afterprint', end)
  return () => {
    window.removeEventListener('beforeprint', start)
    window.removeEventListener('afterprint', end)
  }
}

/** Whether the page is being printed, on white paper. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting)
