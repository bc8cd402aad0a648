import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

const LONGEST_WAIT_MS = 1_000

/**
 * True once the page has painted the data that it requested first, or after a second. What the frame loads later waits
 * for this, so that it does not delay the page.
 */
export function useFirstData(): boolean {
  const isFetching = useIsFetching() > 0
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (isFetching || isShown) return undefined
    return afterPaint(() => setIsShown(true))
  }, [isFetching, isShown])
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), LONGEST_WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  return isShown
}
