import { Anchor, type AnchorProps } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { useGo, useHrefOf } from './location.ts'

/** Whether the browser should follow the link itself: new tab, new window, download, or already handled. */
function isForBrowser(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget
  return (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey ||
    (target !== '' && target !== '_self')
  )
}

/** The props of an `<a>` that leads to a link of the route table without reloading the page. */
export function useLinkProps(link: string) {
  const go = useGo()
  const href = useHrefOf()(link)
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (isForBrowser(event)) return
    event.preventDefault()
    go(link)
  }
  return { href, onClick }
}

export interface AppLinkProps extends AnchorProps {
  readonly to: string
  readonly children: ReactNode
  readonly title?: string
  readonly translate?: 'yes' | 'no'
}

/** A link within the console: `<AppLink to={routes.users.show(id)}>`. */
export function AppLink({ to, children, ...rest }: AppLinkProps) {
  const props = useLinkProps(to)
  return (
    <Anchor inherit {...rest} {...props}>
      {children}
    </Anchor>
  )
}
