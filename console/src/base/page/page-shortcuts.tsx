import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import type { MessageId } from '../text/catalogues.ts'

export interface PageShortcut {
  /** Key names; `mod` is Ctrl or Command. */
  readonly keys: readonly string[]
  readonly text: MessageId
}
type Shortcuts = readonly PageShortcut[]

/** The area that a shortcut belongs to: a heading of the list. */
export type ShortcutArea = 'search' | 'messages' | 'lists' | 'dashboard' | 'general' | 'goTo'

export interface ShortcutGroup {
  readonly area: ShortcutArea
  readonly shortcuts: Shortcuts
}

interface PageShortcuts {
  readonly list: readonly ShortcutGroup[]
  readonly add: (group: ShortcutGroup) => () => void
}
const PageShortcutsContext = createContext<PageShortcuts>({ list: [], add: () => () => undefined })

export function PageShortcutsProvider({ children }: { children: ReactNode }) {
  const [list, setList] = useState<readonly ShortcutGroup[]>([])
  const add = useCallback((group: ShortcutGroup) => {
    setList((old) => [...old, group])
    return () => setList((old) => old.filter((one) => one !== group))
  }, [])
  const value = useMemo(() => ({ list, add }), [list, add])
  return <PageShortcutsContext value={value}>{children}</PageShortcutsContext>
}

/** The shortcuts of everything that is mounted. */
export const useShownShortcuts = (): readonly ShortcutGroup[] => use(PageShortcutsContext).list

/** Adds shortcuts to the list that `?` opens. `shortcuts` must be a constant of the module. */
export function usePageShortcuts(area: ShortcutArea, shortcuts: Shortcuts): void {
  const { add } = use(PageShortcutsContext)
  useEffect(() => add({ area, shortcuts }), [add, area, shortcuts])
}
