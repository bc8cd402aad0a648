/** Delays deferred code until the page has shown its first content, so that the two do not share the connection. */
import { useLayoutEffect } from 'react'
import { afterPaint } from './after-paint.ts'

/** A page without content for this long no longer delays the rest. */
const LONGEST_HOLD_MS = 5_000

const holds = new Set<symbol>()
const waiting = new Set<() => void>()

function release(hold: symbol): void {
  if (!holds.delete(hold) || holds.size > 0) return
  for (const go of [...waiting]) go()
}

/** Delays deferred code until the page shows its first content. */
export function useFirstContent(isShown: boolean): void {
  // A layout effect runs before the effects of all components, some of which start deferred loads.
  useLayoutEffect(() => {
    if (isShown) return undefined
    const hold = Symbol('first content')
    holds.add(hold)
    const timer = setTimeout(() => release(hold), LONGEST_HOLD_MS)
    return () => {
      clearTimeout(timer)
      release(hold)
    }
  }, [isShown])
}

/** Runs a task once the first content of the page has been painted; returns a function that cancels it. */
export function afterFirstContent(task: () => void): () => void {
  let callOff = () => {
    waiting.delete(go)
  }
  function go() {
    waiting.delete(go)
    callOff = afterPaint(task)
  }
  if (holds.size === 0) go()
  else waiting.add(go)
  return () => callOff()
}
