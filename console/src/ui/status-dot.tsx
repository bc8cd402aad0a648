import type { ReactNode } from 'react'
import classes from './status-dot.module.css'

/** `busy`: changing from one state to another. */
export type StatusTone = 'ok' | 'warn' | 'bad' | 'off' | 'busy'

/** A coloured dot with its meaning in words, because not everybody can tell colours apart. */
export function StatusDot({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return (
    <span className={classes['status']}>
      <span className={classes['dot']} data-tone={tone} aria-hidden />
      {children}
    </span>
  )
}
