import type { ComponentProps } from 'react'
import classes from './place-anchor.module.css'

interface PlaceAnchorProps extends ComponentProps<'span'> {
  readonly at: DOMRect | undefined
}

/** What a menu or popover opens at: a place on the screen, and not an element that is there. */
export function PlaceAnchor({ at, ...rest }: PlaceAnchorProps) {
  return (
    <span
      {...rest}
      className={classes['anchor']}
      style={at && { left: at.left, top: at.top, width: at.width, height: at.height }}
    />
  )
}
