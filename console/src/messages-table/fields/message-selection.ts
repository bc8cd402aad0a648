/** Which messages a page is about, for what asks the server beyond the page's own search: figures, patterns, a tail. */
import type { MessageSelection } from '@logyard/contract/search/message-selection'
import { createContext, use } from 'react'

const SelectionContext = createContext<MessageSelection | undefined>(undefined)
export const MessageSelectionProvider = SelectionContext.Provider

/** Absent where a page has more than one: a dashboard's widgets each have their own. */
export const useMessageSelection = (): MessageSelection | undefined => use(SelectionContext)
