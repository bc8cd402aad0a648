/** Code for what a page shows first is loaded before all other: a page that shows it late holds the rest back. */
import { useLayoutEffect } from 'react'
import { afterPaint } from './after-paint.ts'

/** Then something else may be wanted more than what has not come. */
const LONGEST_HOLD_MS = 5_000

const holds = new Set<symbol>()
const waiting = new Set<() => void>()

function release(hold: symbol): void {
  if (!holds.delete(hold) || holds.size > 0) return
  for (const go of [...waiting]) go()
}

/** Holds back what is loaded later until the page shows what it is about. */
export function useFirstContent(isShown: boolean): void {
  // Before the effects of all components, some of which load what is later.
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
