/** The open message in the address of the page, so that a reload or a shared link opens it again. */
import { createContext, use } from 'react'

export interface LinkedMessage {
  /** The key of the message that the address named when the page was opened. */
  readonly initial: string | undefined
  /** The open message changed; `undefined` if none is open. */
  readonly show: (key: string | undefined) => void
}

/** Outside of searches no address names a message. */
const LinkedMessageContext = createContext<LinkedMessage>({ initial: undefined, show: () => undefined })
export const LinkedMessageProvider = LinkedMessageContext.Provider
export const useLinkedMessage = (): LinkedMessage => use(LinkedMessageContext)
