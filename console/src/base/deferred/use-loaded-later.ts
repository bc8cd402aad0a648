import { useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/**
 * What is there already, or what `load` answers, which is called once what is rendered now is on the screen. Its failure
 * is for the error boundary around. `load` must stay the same function as long as it loads the same.
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
