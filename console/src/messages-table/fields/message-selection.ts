/** The messages that a page is about, for requests besides its own search: statistics, patterns, live tail. */
import type { MessageSelection } from '@logyard/contract/search/message-selection'
import { createContext, use } from 'react'

const SelectionContext = createContext<MessageSelection | undefined>(undefined)
export const MessageSelectionProvider = SelectionContext.Provider

/** Absent if a page has several selections: the widgets of a dashboard each have their own. */
export const useMessageSelection = (): MessageSelection | undefined => use(SelectionContext)
