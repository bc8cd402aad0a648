import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLinkProps } from '../base/routes/app-link.tsx'

/** A link that looks like a button: for the way to another page, never for a change. */
export function LinkButton({ to, children, ...rest }: ButtonProps & { to: string; children: ReactNode }) {
  return (
    <Button component="a" {...rest} {...useLinkProps(to)}>
      {children}
    </Button>
  )
}
