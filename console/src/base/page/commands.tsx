import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'

export interface Command {
  readonly id: string
  readonly label: string
  readonly run: () => unknown
}

interface Commands {
  readonly list: readonly Command[]
  readonly add: (command: Command) => () => void
}
const CommandsContext = createContext<Commands>({ list: [], add: () => () => undefined })

export function CommandsProvider({ children }: { children: ReactNode }) {
  const [list, setList] = useState<readonly Command[]>([])
  const add = useCallback((command: Command) => {
    setList((old) => [...old, command])
    return () => setList((old) => old.filter((one) => one !== command))
  }, [])
  const value = useMemo(() => ({ list, add }), [list, add])
  return <CommandsContext value={value}>{children}</CommandsContext>
}

/** The commands that pages currently add to the command palette. */
export const useCommands = (): readonly Command[] => use(CommandsContext).list

/** Adds an action to the command palette while the page is mounted; `run` may change on every render. */
export function useCommand(id: string, label: string, run: () => unknown, isEnabled = true): void {
  const { add } = use(CommandsContext)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(
    () => (isEnabled ? add({ id, label, run: () => latest.current() }) : undefined),
    [add, id, label, isEnabled],
  )
}
