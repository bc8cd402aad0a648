import { useDocumentVisibility } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import type { Refresh } from './refresh-intervals.ts'

/** Runs again and again while it is on; a hidden tab waits, and catches up when it is looked at again. */
export function useAutoRefresh({ seconds, isOn }: Refresh, isBusy: boolean, run: () => void): void {
  const isVisible = useDocumentVisibility() === 'visible'
  const latest = useRef({ isBusy, run })
  useEffect(() => {
    latest.current = { isBusy, run }
  })
  useEffect(() => {
    if (!isOn || !isVisible) return undefined
    const timer = setInterval(() => {
      // A search that takes longer than the interval is not started anew under its own feet.
      if (!latest.current.isBusy) latest.current.run()
    }, seconds * 1000)
    return () => clearInterval(timer)
  }, [isOn, isVisible, seconds])
}
