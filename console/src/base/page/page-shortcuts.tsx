import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import type { MessageId } from '../text/catalogues.ts'

export interface PageShortcut {
  /** Key names; `mod` is Ctrl or Command. */
  readonly keys: readonly string[]
  readonly text: MessageId
}
type Shortcuts = readonly PageShortcut[]

interface PageShortcuts {
  readonly list: Shortcuts
  readonly add: (shortcuts: Shortcuts) => () => void
}
const PageShortcutsContext = createContext<PageShortcuts>({ list: [], add: () => () => undefined })

export function PageShortcutsProvider({ children }: { children: ReactNode }) {
  const [groups, setGroups] = useState<readonly Shortcuts[]>([])
  const add = useCallback((group: Shortcuts) => {
    setGroups((old) => [...old, group])
    return () => setGroups((old) => old.filter((one) => one !== group))
  }, [])
  const value = useMemo(() => ({ list: groups.flat(), add }), [groups, add])
  return <PageShortcutsContext value={value}>{children}</PageShortcutsContext>
}

/** The shortcuts of everything that is mounted. */
export const useShownShortcuts = (): Shortcuts => use(PageShortcutsContext).list

/** Adds shortcuts to the list that `?` opens. `shortcuts` must be a constant of the module. */
export function usePageShortcuts(shortcuts: Shortcuts): void {
  const { add } = use(PageShortcutsContext)
  useEffect(() => add(shortcuts), [add, shortcuts])
}
