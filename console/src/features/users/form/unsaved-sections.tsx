import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'
import { useLeaveGuard } from '../../../ui/confirm/use-leave-guard.ts'

const ReportContext = createContext<(section: string, isUnsaved: boolean) => void>(() => undefined)

/** Confirms leaving a page once, however many of its separately saved sections have unsaved changes. */
export function UnsavedSections({ children }: { children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  const report = useCallback((section: string, isUnsaved: boolean) => {
    setUnsaved((old) => {
      if (old.has(section) === isUnsaved) return old
      return new Set(isUnsaved ? [...old, section] : [...old].filter((one) => one !== section))
    })
  }, [])
  useLeaveGuard(unsaved.size > 0)
  return <ReportContext value={report}>{children}</ReportContext>
}

export function useReportUnsaved(section: string, isUnsaved: boolean): void {
  const report = use(ReportContext)
  useEffect(() => {
    report(section, isUnsaved)
    return () => report(section, false)
  }, [report, section, isUnsaved])
}
