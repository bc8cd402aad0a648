import { useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/** Schedules a task; returns a function that cancels it. */
export type Start = (task: () => void) => () => void

/**
 * Returns the loaded value. Until there is one, calls `load` when `start` says so, by default after the current render
 * has been painted. Errors go to the error boundary. `load` and `start` must be stable as
 * long as they load the same thing.
 */
export function useLoadedLater<Value>(
  there: () => Value | undefined,
  load: () => Promise<Value>,
  start: Start = afterPaint,
): Value | undefined {
  const [loaded, setLoaded] = useState(there)
  const isLoaded = loaded !== undefined
  useEffect(() => {
    if (isLoaded) return undefined
    let isShown = true
    const settle = (result: () => Value) => {
      if (isShown) setLoaded(result)
    }
    const fetchIt = () =>
      load().then(
        (value) => settle(() => value),
        (error: unknown) =>
          settle(() => {
            throw error
          }),
      )
    const callOff = start(() => void fetchIt())
    return () => {
      isShown = false
      callOff()
    }
  }, [isLoaded, load, start])
  return loaded
}
