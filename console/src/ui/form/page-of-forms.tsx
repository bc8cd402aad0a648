import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useLeaveGuard } from '../confirm/use-leave-guard.ts'
import { FormHostContext } from './form-host.ts'

/** Forms that are saved separately. It asks once before the user leaves, however many of them have unsaved changes. */
export function PageOfForms({ children }: { children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  const onDirty = useCallback((isDirty: boolean, form = '') => {
    setUnsaved((old) => {
      if (old.has(form) === isDirty) return old
      return new Set(isDirty ? [...old, form] : [...old].filter((one) => one !== form))
    })
  }, [])
  useLeaveGuard(unsaved.size > 0)
  const host = useMemo(() => ({ onDirty }), [onDirty])
  return <FormHostContext value={host}>{children}</FormHostContext>
}
