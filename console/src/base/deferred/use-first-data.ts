import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { afterFirstContent } from './first-content.ts'

const LONGEST_WAIT_MS = 1_000

/**
 * True once the page has painted its first content, and the data that it requested first or a second has passed. What the
 * frame loads later waits for this, so that it does not delay the page.
 */
export function useFirstData(): boolean {
  const isFetching = useIsFetching() > 0
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (isFetching || isShown) return undefined
    return afterFirstContent(() => setIsShown(true))
  }, [isFetching, isShown])
  useEffect(() => {
    let callOff = () => clearTimeout(timer)
    const timer = setTimeout(() => {
      callOff = afterFirstContent(() => setIsShown(true))
    }, LONGEST_WAIT_MS)
    return () => callOff()
  }, [])
  return isShown
}
