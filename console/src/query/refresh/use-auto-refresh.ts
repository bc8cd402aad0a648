import { useDocumentVisibility } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import type { Refresh } from './refresh-intervals.ts'

/** Runs at an interval while it is on; a hidden tab waits, and runs again once it is visible. */
export function useAutoRefresh({ seconds, isOn }: Refresh, isBusy: boolean, run: () => void): void {
  const isVisible = useDocumentVisibility() === 'visible'
  const latest = useRef({ isBusy, run })
  useEffect(() => {
    latest.current = { isBusy, run }
  })
  useEffect(() => {
    if (!isOn || !isVisible) return undefined
    const timer = setInterval(() => {
      // Never restart a search that takes longer than the interval.
      if (!latest.current.isBusy) latest.current.run()
    }, seconds * 1000)
    return () => clearInterval(timer)
  }, [isOn, isVisible, seconds])
}
