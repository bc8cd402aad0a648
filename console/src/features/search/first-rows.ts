import { createContext } from 'react'

/** Tells the screen that the page shows its first results, or that there are none to wait for. */
export const FirstRowsContext = createContext<() => void>(() => undefined)
