import { useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/**
 * Returns the loaded value. Until there is one, calls `load` after the current render has been painted. Errors
 * go to the error boundary. `load` must be stable as long as it loads the same thing.
 */
export function useLoadedLater<Value>(there: () => Value | undefined, load: () => Promise<Value>): Value | undefined {
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
    const callOff = afterPaint(() => void fetchIt())
    return () => {
      isShown = false
      callOff()
    }
  }, [isLoaded, load])
  return loaded
}
