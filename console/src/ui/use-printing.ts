import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinting = false

function subscribe(listener: () => void): () => void {
  const become = (next: boolean) => () => {
    isPrinting = next
    // What is printed is what stands on the page when this event is over.
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

/** Whether the page is being put on paper, which is white. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting)
