import { createContext, use } from 'react'
import { createPortal } from 'react-dom'

/** The element at the start of the frame for buttons that skip to parts of the page. */
export const SkipLinksElementContext = createContext<HTMLElement | null>(null)

interface SkipLinkProps {
  readonly label: string
  /** A selector: the part may not be rendered yet, or there may be several, of which the first one is meant. */
  readonly to: string
}

/** A button at the start of the frame that moves the focus to a part of the page. */
export function SkipLink({ label, to }: SkipLinkProps) {
  const element = use(SkipLinksElementContext)
  if (element === null) return null
  const link = (
    <button type="button" onClick={() => document.querySelector<HTMLElement>(to)?.focus()}>
      {label}
    </button>
  )
  return createPortal(link, element)
}
