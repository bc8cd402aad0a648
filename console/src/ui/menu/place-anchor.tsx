import type { ComponentProps } from 'react'
import classes from './place-anchor.module.css'

interface PlaceAnchorProps extends ComponentProps<'span'> {
  readonly at: DOMRect | undefined
}

/** Lets a menu or popover open at a position on the screen instead of at an element. */
export function PlaceAnchor({ at, ...rest }: PlaceAnchorProps) {
  return (
    <span
      {...rest}
      className={classes['anchor']}
      style={at && { left: at.left, top: at.top, width: at.width, height: at.height }}
    />
  )
}
